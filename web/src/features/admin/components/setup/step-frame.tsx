/** Frame of one setup page: heading, content and the buttons to continue. */
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import { previousPage, type PageKey } from "./step-names";

interface StepFrameProps {
  page: PageKey;
  busy: boolean;
  continueLabel: string;
  onContinue: () => void;
  onSkip?: (() => void) | undefined;
  children: ReactNode;
}

export function StepFrame({
  page,
  busy,
  continueLabel,
  onContinue,
  onSkip,
  children,
}: StepFrameProps) {
  const { t } = useTranslation("setup");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that led here is gone, which leaves the focus nowhere.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [page]);
  const back = previousPage(page);
  return (
    <section
      aria-labelledby="setup-step"
      className="min-w-0 self-start rounded-lg border border-line bg-surface"
    >
      <header className="px-4 pt-4 pb-3 sm:px-5">
        <h2
          id="setup-step"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          {t(`pages.${page}.title`)}
        </h2>
        <p className="mt-1 max-w-prose text-base text-muted">{t(`pages.${page}.text`)}</p>
      </header>
      {children}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 sm:px-5">
        {back && (
          <Link to={paths.adminSetup.to(back)} className={buttonClass("ghost")}>
            <ArrowLeft size={16} aria-hidden />
            {t("back")}
          </Link>
        )}
        <span className="grow" />
        {onSkip && (
          <Button onClick={onSkip} disabled={busy}>
            {t("skip")}
          </Button>
        )}
        <Button variant="primary" busy={busy} className="max-sm:ml-auto" onClick={onContinue}>
          {continueLabel}
          {!busy && <ArrowRight size={16} aria-hidden />}
        </Button>
      </footer>
    </section>
  );
}
