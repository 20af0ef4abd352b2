/** Built-in legal text: table of contents and numbered sections. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { formatLongDate } from "@/lib/format";

import type { LegalTextName } from "../api/site-text";
import { EFFECTIVE_AT, SECTIONS } from "../lib/sections";

interface Section {
  id: string;
  heading: string;
  paragraphs: string[];
}

function listSections(name: LegalTextName, product: string, t: TFunction<"legal">): Section[] {
  const build = (id: string, heading: string, text: string) => ({
    id,
    heading,
    paragraphs: text.split("\n"),
  });
  return name === "terms"
    ? SECTIONS.terms.map((id) =>
        build(id, t(`terms.sections.${id}.heading`), t(`terms.sections.${id}.text`, { product })),
      )
    : SECTIONS.privacy.map((id) =>
        build(id, t(`privacy.sections.${id}.heading`), t(`privacy.sections.${id}.text`)),
      );
}

export function BuiltInText({ name, product }: { name: LegalTextName; product: string }) {
  const { t } = useTranslation("legal");
  const sections = listSections(name, product, t);
  return (
    <>
      <p className="mt-3 text-base text-muted">
        {t("effective", { date: formatLongDate(EFFECTIVE_AT) })}
      </p>
      <p className="mt-6 text-pretty">{t(`${name}.intro`, { product })}</p>
      <nav
        aria-labelledby="contents"
        className="mt-8 rounded-lg border border-line bg-surface px-5 py-4 text-base"
      >
        <h2 id="contents" className="font-semibold">
          {t("contents")}
        </h2>
        <ol className="mt-2.5 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {sections.map(({ id, heading }, index) => (
            <li key={id} className="flex gap-2">
              <span className="w-5 shrink-0 text-right text-faint tabular-nums">{index + 1}</span>
              <a href={`#${id}`} className="touch-target text-accent-ink hover:underline">
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, heading, paragraphs }, index) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 id={id} className="scroll-mt-6 text-lg font-semibold tracking-tight">
            <span className="mr-2 font-normal text-faint tabular-nums">{index + 1}</span>
            {heading}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2.5 text-pretty">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}
