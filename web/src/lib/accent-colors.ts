/** Derives accessible accent colors for both themes from one color. */
/** The colors that a theme derives from an accent, each as #rrggbb. */
export interface AccentColors {
  accent: string;
  hover: string;
  soft: string;
  ink: string;
  onAccent: string;
}

/** Lightness 0 to 1, chroma from 0, hue in radians. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Rgb = readonly [number, number, number];

// The surfaces of theme.css behind an accent, the least favorable of each theme.
const GROUNDS = { light: "#f4f3f0", dark: "#22211d" } as const;
/** WCAG 2.2: 1.4.3 for text, 1.4.11 for control borders and focus rings. */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;
const STEP = 0.01;
const ON_ACCENT = ["#ffffff", "#10130f"] as const;

const linearize = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toGamma = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function toLinear(hex: string): Rgb {
  const channel = (at: number) => linearize(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

/** Contrast ratio of two #rrggbb colors, 1 to 21 (WCAG 2.2). */
export function computeContrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = toLinear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// Matrices from Björn Ottosson, "A perceptual color space for image processing" (2020).
function toOklch(hex: string): Oklch {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

function linearRgb({ l: lightness, c, h }: Oklch): Rgb {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The nearest displayable color: same lightness and hue, reduced chroma. */
function toHex(color: Oklch): string {
  let { c } = color;
  const fits = () =>
    linearRgb({ ...color, c }).every((value) => value >= -0.0001 && value <= 1.0001);
  while (c > 0 && !fits()) c = Math.max(0, c - 0.005);
  const digits = linearRgb({ ...color, c }).map((value) =>
    Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

/** `color`, made lighter or darker until it contrasts enough with every color in `against`. */
function legible(
  color: Oklch,
  direction: "lighter" | "darker",
  against: readonly string[],
  contrast: number,
): string {
  const [step, end] = direction === "lighter" ? [STEP, 1] : [-STEP, 0];
  let { l } = color;
  let hex = toHex({ ...color, l });
  while (l !== end && against.some((other) => computeContrast(hex, other) < contrast)) {
    l = Math.min(1, Math.max(0, l + step));
    hex = toHex({ ...color, l });
  }
  return hex;
}

/** The colors of one theme for `accent` (#rrggbb), adjusted only as far as contrast requires. */
export function accentColors(accent: string, theme: "light" | "dark"): AccentColors {
  const base = toOklch(accent);
  const isLight = theme === "light";
  const away = isLight ? "darker" : "lighter";
  const soft = toHex({
    ...base,
    l: isLight ? 0.955 : 0.285,
    c: Math.min(base.c, isLight ? 0.025 : 0.045),
  });
  const seen = legible(base, away, [GROUNDS[theme], soft], EDGE_CONTRAST);
  const onAccent = ON_ACCENT.reduce((best, other) =>
    computeContrast(seen, other) > computeContrast(seen, best) ? other : best,
  );
  // On middle grays neither black nor white text has enough contrast.
  const apart = onAccent === ON_ACCENT[0] ? "darker" : "lighter";
  const shown = legible(toOklch(seen), apart, [onAccent], TEXT_CONTRAST);
  const lightness = toOklch(shown).l + (apart === "darker" ? -0.06 : 0.05);
  return {
    accent: shown,
    hover: toHex({ ...toOklch(shown), l: Math.min(1, Math.max(0, lightness)) }),
    soft,
    ink: legible(
      { ...base, l: isLight ? 0.42 : 0.8, c: Math.min(base.c, 0.11) },
      away,
      [soft, GROUNDS[theme]],
      TEXT_CONTRAST,
    ),
    onAccent,
  };
}
