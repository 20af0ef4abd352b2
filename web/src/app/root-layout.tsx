/** Layout of every page: title, robots meta, scroll position, cookie notice. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";

import { CookieBanner } from "@/features/shell/components/cookie-banner";
import { useDocumentTitle } from "@/hooks/use-document-title";
import type common from "@/locales/en/common.json";

import { scrollKey } from "./scroll-key";

export type TitleKey = keyof (typeof common)["titles"];

/** Properties of a route's page. A route without a title sets it itself, from its data. */
export interface RouteHandle {
  title?: TitleKey;
  /** Search engines may index it. */
  indexed?: boolean;
  /** A room, with controls along every edge. */
  room?: boolean;
}

function setHeadElement(
  selector: string,
  create: () => HTMLElement,
  attribute: string,
  value: string,
) {
  let element = document.head.querySelector<HTMLElement>(selector);
  if (!element) {
    element = create();
    document.head.append(element);
  }
  element.setAttribute(attribute, value);
}

function usePageMeta(indexed: boolean) {
  const { pathname } = useLocation();
  useEffect(() => {
    const canonical = window.location.origin + pathname.replace(/\/+$/u, "");
    setHeadElement(
      'link[rel="canonical"]',
      () => Object.assign(document.createElement("link"), { rel: "canonical" }),
      "href",
      canonical,
    );
    setHeadElement(
      'meta[name="robots"]',
      () => Object.assign(document.createElement("meta"), { name: "robots" }),
      "content",
      indexed ? "index,follow" : "noindex,nofollow",
    );
  }, [pathname, indexed]);
}

function RouteTitle({ title }: { title: TitleKey }) {
  const { t } = useTranslation();
  useDocumentTitle(t(`titles.${title}`));
  return null;
}

export function RootLayout() {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  usePageMeta(handle?.indexed ?? false);
  return (
    <>
      {handle?.title !== undefined && <RouteTitle title={handle.title} />}
      {handle?.room && <CookieBanner place="above" />}
      <Outlet />
      {!handle?.room && <CookieBanner place="corner" />}
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}
