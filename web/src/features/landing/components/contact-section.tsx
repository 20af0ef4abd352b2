/** Contact section of the landing page. */
import { useTranslation } from "react-i18next";

import type { Site } from "@/api/site";
import { buttonClass } from "@/components/ui/button-styles";

import type { DemoRequestOpener } from "../hooks/use-demo-request-dialog";
import { DemoButton } from "./demo-button";
import { SectionHeading } from "./section-heading";

export function ContactSection({
  site,
  product,
  demo,
}: {
  site: Site | undefined;
  product: string;
  demo: DemoRequestOpener;
}) {
  const { t } = useTranslation("landing");
  const contactUrl = site?.contactUrl ?? null;
  return (
    <section
      id="contact"
      aria-labelledby="contact-heading"
      className="mx-auto w-full max-w-6xl scroll-mt-6 px-5 sm:px-8"
    >
      <div className="rounded-xl border border-line bg-surface px-6 py-10 sm:px-12 sm:py-14">
        <SectionHeading id="contact-heading">{t("contact.heading")}</SectionHeading>
        <p className="mt-3 max-w-xl text-md text-pretty text-muted">
          {t("contact.text", { product })}
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <DemoButton opener={demo} variant="primary" />
          {contactUrl !== null && (
            <a
              href={contactUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("secondary", "lg")}
            >
              {t("contact.write")}
            </a>
          )}
        </div>
        {demo.hasFailed && (
          <p role="alert" className="mt-3 text-base text-danger-ink">
            {t("hero.demoFailed")}
          </p>
        )}
      </div>
    </section>
  );
}
