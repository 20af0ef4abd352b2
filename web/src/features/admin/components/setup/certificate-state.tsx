/** The server's certificate: facts, the authority that devices install, and the restart. */
import { Download, RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";
import { useSecureMove } from "@/hooks/use-secure-move";
import { formatDate } from "@/lib/format";

import { useRestart, useStopHttps } from "../../api/https";
import type { Https } from "../../api/types";

const SYSTEMS = {
  windows: "Windows",
  macos: "macOS",
  linux: "Linux",
  ios: "iOS, iPadOS",
  android: "Android",
  firefox: "Firefox",
} as const;
const PROBLEMS = [
  "CERTIFICATE_UNREADABLE",
  "CERTIFICATE_EXPIRED",
  "CERTIFICATE_OTHER_ADDRESS",
] as const;

export function CertificateState({ https }: { https: Https }) {
  const { t } = useTranslation("setup");
  const stop = useStopHttps();
  const { certificate } = https;
  const problem = certificate?.problem;
  return (
    <>
      {certificate && (
        <div className="flex flex-col items-start gap-3 rounded-md bg-sunken px-3.5 py-3">
          <p className="max-w-prose text-base break-words">
            {t(`https.source.${certificate.source}`)}{" "}
            {certificate.endsAt &&
              t("https.validFor", {
                names: certificate.names.join(", "),
                date: formatDate(certificate.endsAt),
              })}
          </p>
          {problem && (
            <FormError>
              {t(`https.problem.${PROBLEMS.find((known) => known === problem) ?? "other"}`)}
            </FormError>
          )}
          {certificate.fingerprint && <Authority fingerprint={certificate.fingerprint} />}
          {!https.isLocked && (
            <Button
              variant="danger-ghost"
              className="max-sm:h-11"
              busy={stop.isPending}
              onClick={() => stop.mutate()}
            >
              {t("https.stop")}
            </Button>
          )}
        </div>
      )}
      {stop.isError && <FormError>{errorText(stop.error, t("https.stopFailed"))}</FormError>}
      {https.isPending && <Restart address={https.publicUrl} />}
    </>
  );
}

/** The authority's certificate, and how each kind of device installs it. */
function Authority({ fingerprint }: { fingerprint: string }) {
  const { t } = useTranslation("setup");
  return (
    <>
      <a
        href="/api/site/certificate-authority"
        download="greenroom-ca.crt"
        className={buttonClass("secondary")}
      >
        <Download size={16} aria-hidden />
        {t("https.download")}
      </a>
      <p className="max-w-prose text-sm text-muted">
        {t("https.fingerprint")} <span className="font-mono break-all text-ink">{fingerprint}</span>
      </p>
      <details className="w-full">
        <summary className="min-h-11 cursor-pointer py-2.5 text-base font-medium">
          {t("https.install.title")}
        </summary>
        <dl className="flex max-w-prose flex-col gap-2 text-base">
          {Object.entries(SYSTEMS).map(([system, name]) => (
            <div key={system}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-muted">{t(`https.install.${system as keyof typeof SYSTEMS}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Restart({ address }: { address: string | null }) {
  const { t } = useTranslation("setup");
  const restart = useRestart();
  const page = paths.adminSetup.to("address");
  useSecureMove(restart.isSuccess && address !== null ? page : null);
  return (
    <Banner tone="info" className="rounded-md">
      <div className="flex flex-col items-start gap-2">
        <p className="max-w-prose">
          {restart.isSuccess
            ? t("https.restarted")
            : `${t("https.pending")} ${t("https.pendingSteps")}`}
        </p>
        {restart.isError && (
          <FormError>{errorText(restart.error, t("https.restartFailed"))}</FormError>
        )}
        {restart.isSuccess ? (
          address && (
            <a href={`${address}${page}`} className={buttonClass("secondary")}>
              {t("https.open", { address })}
            </a>
          )
        ) : (
          <Button
            icon={RotateCw}
            className="max-sm:h-11"
            busy={restart.isPending}
            onClick={() => restart.mutate()}
          >
            {restart.isPending ? t("https.restarting") : t("https.restart")}
          </Button>
        )}
      </div>
    </Banner>
  );
}
