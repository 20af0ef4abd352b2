/** Pages of a PDF as images, loaded when visible. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Skeleton } from "@/components/ui/skeleton";

import { pagePictureQuery } from "../api/documents-query";
import type { DocumentDetail, DocumentPage } from "../api/types";

const WIDTH = 900;
const SHARP_WIDTH = 1400;
/** Margin around the visible area in which pages are loaded. */
const AHEAD = "400px";

export function DocumentPages({
  document,
  pages,
}: {
  document: DocumentDetail;
  pages: readonly DocumentPage[];
}) {
  return (
    <div className="flex flex-col gap-3 p-3">
      {pages.map((page) => (
        <Page key={page.number} document={document} page={page} total={pages.length} />
      ))}
    </div>
  );
}

interface PageProps {
  document: DocumentDetail;
  page: DocumentPage;
  total: number;
}

function Page({ document, page, total }: PageProps) {
  const { t } = useTranslation("documents");
  const [frame, isNear] = useIsNear();
  const width = window.devicePixelRatio > 1 ? SHARP_WIDTH : WIDTH;
  const picture = useQuery({
    ...pagePictureQuery(document._id, page.number, width),
    enabled: isNear,
  });
  const url = useObjectUrl(picture.data);
  return (
    <div
      ref={frame}
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
      className="w-full overflow-hidden rounded-sm bg-white shadow-xs ring-1 ring-line"
    >
      {picture.isError ? (
        <p role="alert" className="p-6 text-black">
          {t("viewer.pageFailed", { number: page.number })}{" "}
          <button type="button" className="underline" onClick={() => void picture.refetch()}>
            {t("list.retry")}
          </button>
        </p>
      ) : url === null ? (
        <Skeleton className="h-full rounded-none" />
      ) : (
        <img
          src={url}
          alt={t("viewer.page", { number: page.number, total, name: document.originalName })}
          className="h-full w-full"
        />
      )}
    </div>
  );
}

/** True once the element has come near the visible area. */
function useIsNear(): [React.RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isNear];
}

/** Object URL of a blob, revoked on unmount. */
function useObjectUrl(content: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!content) return undefined;
    const made = URL.createObjectURL(content);
    // The object URL must be revoked by an effect.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [content]);
  return url;
}
