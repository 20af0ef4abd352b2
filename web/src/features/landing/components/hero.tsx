/** Hero section: product video, or a text if it cannot be played. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Site } from "@/api/site";
import { PRODUCT_NAME } from "@/config/constants";
import { cn } from "@/lib/cn";

import type { DemoRequestOpener } from "../hooks/use-demo-request-dialog";
import { parseLandingText } from "../lib/landing-text";
import { DemoButton } from "./demo-button";
import { HeroVideo } from "./hero-video";
import { SignUpLink } from "./sign-up-link";

interface HeroProps {
  site: Site | undefined;
  /** False while a custom introduction may still be loading. */
  isSettled: boolean;
  demo: DemoRequestOpener;
}

export function Hero({ site, isSettled, demo }: HeroProps) {
  const { t } = useTranslation("landing");
  const [hasVideo, setHasVideo] = useState(true);
  const product = site?.productName ?? PRODUCT_NAME;
  const { heading, paragraphs } = parseLandingText(site?.landingText) ?? {
    heading: t("hero.heading"),
    paragraphs: [t("hero.text", { product })],
  };
  return (
    <section className="mx-auto w-full max-w-6xl px-5 pt-10 sm:px-8 sm:pt-16">
      <div className={cn("max-w-3xl", !isSettled && "invisible")}>
        <h1 className="text-[clamp(2.125rem,1.3rem+3.4vw,3.5rem)] leading-[1.08] font-semibold tracking-[-0.025em] text-balance">
          {heading}
        </h1>
        {paragraphs.map((paragraph, index) => (
          <p key={index} className="mt-5 max-w-2xl text-lg text-pretty text-muted">
            {paragraph}
          </p>
        ))}
        {!hasVideo && <p className="mt-4 max-w-2xl text-md text-muted">{t("hero.textOnly")}</p>}
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <SignUpLink site={site} />
        <DemoButton opener={demo} />
      </div>
      {demo.hasFailed && (
        <p role="alert" className="mt-3 text-base text-danger-ink">
          {t("hero.demoFailed")}
        </p>
      )}
      {hasVideo && (
        <div className="mt-12 sm:mt-14">
          <HeroVideo onError={() => setHasVideo(false)} />
        </div>
      )}
    </section>
  );
}
