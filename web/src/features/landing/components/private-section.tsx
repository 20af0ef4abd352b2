/** Section about self-hosting and privacy. */
import { Cpu, FolderLock, KeyRound, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";

import { SectionHeading } from "./section-heading";

const POINTS = { local: Cpu, offline: WifiOff, folder: FolderLock, access: KeyRound } as const;

export function PrivateSection({ product }: { product: string }) {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="private" className="border-y border-line bg-sunken">
      <div className="mx-auto w-full max-w-6xl px-5 py-16 sm:px-8 sm:py-20">
        <SectionHeading id="private">{t("private.heading")}</SectionHeading>
        <p className="mt-4 max-w-2xl text-md text-pretty text-muted">
          {t("private.text", { product })}
        </p>
        <ul className="mt-10 grid gap-x-12 gap-y-9 sm:grid-cols-2">
          {Object.entries(POINTS).map(([name, Icon]) => {
            const point = name as keyof typeof POINTS;
            return (
              <li key={point} className="flex gap-4">
                <Icon
                  size={20}
                  strokeWidth={1.75}
                  className="mt-0.5 shrink-0 text-accent-ink"
                  aria-hidden
                />
                <div>
                  <h3 className="text-md font-semibold">{t(`private.points.${point}.heading`)}</h3>
                  <p className="mt-1 max-w-md text-base text-muted">
                    {t(`private.points.${point}.text`)}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
