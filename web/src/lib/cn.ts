/** Joins class names; if two set the same property, the later one wins. */
import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    classGroups: { "font-size": [{ text: ["2xs", "xs", "sm", "base", "md", "lg", "xl", "2xl"] }] },
  },
});

export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
