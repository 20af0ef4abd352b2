/** HTTPS of this server: its certificate, and three ways to one. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Skeleton } from "@/components/ui/skeleton";

import { httpsQuery } from "../../api/https";
import { describeProxy } from "../../lib/https-address";
import { AuthorityForm } from "./authority-form";
import { CertificateState } from "./certificate-state";
import { OwnCertificateForm } from "./own-certificate-form";

interface HttpsPanelProps {
  /** The public address that is saved or entered now. */
  address: string;
  port: string;
  /** Called when another public address was saved here. */
  onSaved: () => void;
}

export function HttpsPanel({ address, port, onSaved }: HttpsPanelProps) {
  const { t } = useTranslation("setup");
  const https = useQuery(httpsQuery);
  return (
    <section aria-labelledby="https" className="border-t border-line px-4 py-4 sm:px-5">
      <h3 id="https" className="text-base font-semibold">
        {t("https.title")}
      </h3>
      <p className="mt-1 max-w-prose text-base text-muted">{t("https.intro")}</p>
      <div className="mt-3 flex flex-col gap-3">
        {https.isPending ? (
          <Skeleton className="h-24 w-full" />
        ) : https.isError ? (
          <FormError>{errorText(https.error, t("https.loadFailed"))}</FormError>
        ) : (
          <>
            <CertificateState https={https.data} />
            {https.data.isLocked ? (
              <p className="max-w-prose text-base">{t("https.locked")}</p>
            ) : (
              <ul className="flex flex-col gap-2">
                <Way title={t("https.authority")} text={t("https.authorityText")}>
                  <AuthorityForm https={https.data} onSaved={onSaved} />
                </Way>
                <Way title={t("https.own")} text={t("https.ownText")}>
                  <OwnCertificateForm onSaved={onSaved} />
                </Way>
                <Way title={t("https.proxy")} text={t("https.proxyText")}>
                  <pre
                    // A long line is scrolled with the keyboard.
                    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                    tabIndex={0}
                    aria-label={t("https.commands")}
                    className="overflow-x-auto rounded-md bg-sunken px-3 py-2.5 font-mono text-sm"
                  >
                    {describeProxy(address, port)}
                  </pre>
                </Way>
              </ul>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <details className="rounded-md border border-line">
        <summary className="min-h-11 cursor-pointer px-3.5 py-2.5 text-base font-medium">
          {title}
        </summary>
        <div className="flex flex-col gap-3 px-3.5 pb-3.5">
          <p className="max-w-prose text-base text-muted">{text}</p>
          {children}
        </div>
      </details>
    </li>
  );
}
