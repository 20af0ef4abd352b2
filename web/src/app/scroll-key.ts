/** The key under which the router remembers how far a page was scrolled. */
import type { Location } from "react-router";

/** The first page of every visit, which no navigation has given a key. */
const FIRST = "default";

/** Visits that begin on different pages of the same tab do not share a position. */
export const scrollKey = ({ key, pathname }: Pick<Location, "key" | "pathname">) =>
  key === FIRST ? pathname : key;
