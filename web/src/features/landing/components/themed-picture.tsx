/** Screenshot in the page's theme; the other theme's file is not loaded. */
import { cn } from "@/lib/cn";

export interface Picture {
  wide: { light: string; dark: string };
  /** The same screen on a phone. */
  narrow: { light: string; dark: string };
}

const THEMES = ["light", "dark"] as const;

/** Size in pixels, so that nothing moves when the picture loads. */
const WIDE = { width: 1440, height: 1000 };

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
