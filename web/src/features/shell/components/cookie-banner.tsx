/** Cookie banner, shown until a choice is stored. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { cn } from "@/lib/cn";
import { readCookieConsent, storeCookieConsent } from "@/lib/cookie-consent";

/** Space that full-height pages (h-dvh, min-h-dvh in theme.css) leave for the banner. */
const HEIGHT_VARIABLE = "--notice-height";

interface CookieBannerProps {
  /** In a room it is above the content, because every corner has controls; elsewhere it floats. */
  place: "above" | "corner";
}

export function CookieBanner({ place }: CookieBannerProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(() => readCookieConsent() === null);
  const ref = useRef<HTMLElement>(null);
  const isAbove = place === "above";

  useEffect(() => {
    const banner = ref.current;
    if (!isAbove || !banner) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(HEIGHT_VARIABLE, `${banner.offsetHeight}px`),
    );
    observer.observe(banner);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT_VARIABLE);
    };
  }, [isAbove, isOpen]);

  if (!isOpen) return null;
  const choose = (choice: "all" | "essential") => {
    storeCookieConsent(choice, new Date());
    setIsOpen(false);
  };
  return (
    <aside
      ref={ref}
      aria-label={t("cookies.label")}
      className={cn(
        "bg-surface text-sm print:hidden",
        isAbove
          ? "flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-2"
          : "fixed bottom-3 left-3 z-35 w-88 max-w-[calc(100vw-1.5rem)] animate-rise rounded-lg border border-line p-3.5 shadow-pop",
      )}
    >
      <p className="text-muted">
        {t("cookies.text")}{" "}
        <Link to={paths.privacy} className="font-medium text-accent-ink underline">
          {t("cookies.privacy")}
        </Link>
      </p>
      <div className={cn("flex flex-wrap gap-2", !isAbove && "mt-3")}>
        <Button size="sm" onClick={() => choose("all")}>
          {t("cookies.all")}
        </Button>
        <Button size="sm" onClick={() => choose("essential")}>
          {t("cookies.essential")}
        </Button>
      </div>
    </aside>
  );
}
