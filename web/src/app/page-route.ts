/** Properties of a route: the page in its own chunk, with its text catalogs and its title. */
import type { FlatNamespace } from "i18next";
import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

import { loadCatalogs } from "@/lib/i18n";

import type { RouteHandle } from "./root-layout";

/** `indexed`: search engines may index it. A route without a title sets it itself, from its data. */
export function about(handle: RouteHandle): { handle: RouteHandle } {
  return { handle };
}

/** A page in its own chunk, with the text catalogs it needs. */
export function page(
  namespaces: readonly FlatNamespace[],
  load: () => Promise<ComponentType>,
  options?: { asksServer: boolean },
): Pick<RouteObject, "lazy"> {
  return {
    lazy: async () => {
      const [Component] = await Promise.all([load(), loadCatalogs(namespaces, options)]);
      return { Component };
    },
  };
}
