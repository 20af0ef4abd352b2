/** Files of the product video. */
import darkMp4 from "./film-dark.mp4";
import darkWebm from "./film-dark.webm";
import darkPoster from "./film-dark.webp";
import lightMp4 from "./film-light.mp4";
import lightWebm from "./film-light.webm";
import lightPoster from "./film-light.webp";

/** Made from the product's own screens: docs/operations.md, "Product video". */
export const PRODUCT_VIDEO = {
  light: { webm: lightWebm, mp4: lightMp4, poster: lightPoster },
  dark: { webm: darkWebm, mp4: darkMp4, poster: darkPoster },
};
