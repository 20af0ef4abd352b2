import { cn } from "@/lib/cn";

export interface Picture {
  wide: { light: string; dark: string };
  /** As a phone shows the same screen. */
  narrow: { light: string; dark: string };
}

const THEMES = ["light", "dark"] as const;

/** Pixels of the files, so that nothing jumps when they arrive. */
const WIDE = { width: 1440, height: 1000 };

/** A screen of the product in the page's own theme; the other theme's file is not even fetched. */
export function ThemedPicture({ picture, alt }: { picture: Picture; alt: string }) {
  return (
    <>
      {THEMES.map((theme) => (
        <picture key={theme} className={theme === "light" ? "dark:hidden" : "hidden dark:block"}>
          <source media="(max-width: 639px)" srcSet={picture.narrow[theme]} />
          <img
            src={picture.wide[theme]}
            alt={alt}
            {...WIDE}
            loading="lazy"
            decoding="async"
            className={cn(
              "aspect-[36/25] w-full rounded-lg border border-line bg-sunken object-cover object-top",
              "max-sm:aspect-[3/4]",
            )}
          />
        </picture>
      ))}
    </>
  );
}
