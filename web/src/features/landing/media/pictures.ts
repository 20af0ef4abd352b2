/** Files of the landing page screenshots. */
import type { Picture } from "../components/themed-picture";
import prepareDarkNarrow from "./prepare-dark-narrow.webp";
import prepareDarkWide from "./prepare-dark-wide.webp";
import prepareLightNarrow from "./prepare-light-narrow.webp";
import prepareLightWide from "./prepare-light-wide.webp";
import reportDarkNarrow from "./report-dark-narrow.webp";
import reportDarkWide from "./report-dark-wide.webp";
import reportLightNarrow from "./report-light-narrow.webp";
import reportLightWide from "./report-light-wide.webp";
import runDarkNarrow from "./run-dark-narrow.webp";
import runDarkWide from "./run-dark-wide.webp";
import runLightNarrow from "./run-light-narrow.webp";
import runLightWide from "./run-light-wide.webp";

/** Recorded together with the product video. */
export const PICTURES = {
  prepare: {
    wide: { light: prepareLightWide, dark: prepareDarkWide },
    narrow: { light: prepareLightNarrow, dark: prepareDarkNarrow },
  },
  run: {
    wide: { light: runLightWide, dark: runDarkWide },
    narrow: { light: runLightNarrow, dark: runDarkNarrow },
  },
  report: {
    wide: { light: reportLightWide, dark: reportDarkWide },
    narrow: { light: reportLightNarrow, dark: reportDarkNarrow },
  },
} satisfies Record<string, Picture>;
