/** One restore: choose a backup, follow it, and sign in. */
import { CircleCheck } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";

import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { Progress } from "@/components/ui/progress";
import { paths } from "@/config/paths";
import { useSecureMove } from "@/hooks/use-secure-move";
import { formatBytes } from "@/lib/format";

import type { RestoreOffer } from "../api/restore";
import { useRestore, type RestoreState } from "../hooks/use-restore";
import { RestoreForm } from "./restore-form";

interface RestoreSessionProps {
  offer: RestoreOffer;
  onBusy: (isBusy: boolean) => void;
  /** The code has to be entered again. */
  onClosed: () => void;
}

export function RestoreSession({ offer, onBusy, onClosed }: RestoreSessionProps) {
  const { t } = useTranslation("auth");
  const { state, start, cancel } = useRestore(offer);
  const isChoosing = state.stage === "choosing";
  useEffect(() => onBusy(!isChoosing), [isChoosing, onBusy]);
  const address = state.stage === "restarting" ? state.address : null;
  useSecureMove(address === null ? null : paths.login);
  // The form stays, so that nothing has to be entered again.
  return (
    <>
      <div hidden={!isChoosing}>
        <RestoreForm
          offer={offer}
          problem={state.stage === "choosing" ? state.problem : null}
          onStart={start}
        />
      </div>
      {state.stage === "closed" ? (
        <div className="flex flex-col items-start gap-4">
          <FormError>{t("restore.closed")}</FormError>
          <Button
            onClick={() => {
              onBusy(false);
              onClosed();
            }}
          >
            {t("restore.again")}
          </Button>
        </div>
      ) : state.stage === "restored" ? (
        <div role="status" className="flex flex-col gap-4">
          <p className="flex gap-2.5 text-base">
            <CircleCheck size={18} className="mt-0.5 shrink-0 text-accent" aria-hidden />
            {t("restore.done")}
          </p>
          <Link to={paths.login} className={buttonClass("primary", "lg")}>
            {t("setup.signIn")}
          </Link>
        </div>
      ) : (
        !isChoosing && <Running state={state} address={address} onCancel={cancel} />
      )}
    </>
  );
}

interface RunningProps {
  state: RestoreState;
  /** Where the server answers over HTTPS after the restart. */
  address: string | null;
  onCancel: () => void;
}

function Running({ state, address, onCancel }: RunningProps) {
  const { t } = useTranslation("auth");
  const bytes = state.stage === "uploading" || state.stage === "checking" ? state : null;
  const isRead = bytes !== null && bytes.totalBytes > 0 && bytes.doneBytes >= bytes.totalBytes;
  const label =
    state.stage === "uploading"
      ? t("restore.uploading")
      : state.stage === "checking"
        ? t(isRead ? "restore.updating" : "restore.checking")
        : t("restore.restarting");
  const share =
    bytes && bytes.totalBytes > 0 && !isRead ? bytes.doneBytes / bytes.totalBytes : null;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-base font-medium">
        {label}
      </p>
      <Progress share={share} label={label} />
      {address !== null && (
        <p className="text-base break-words">
          <Trans
            t={t}
            i18nKey="restore.secure"
            values={{ address }}
            components={{
              open: <AddressLink href={`${address}${paths.login}`} />,
            }}
          />
        </p>
      )}
      <div className="flex min-h-9 items-center justify-between gap-3 text-sm text-muted">
        <span className="tabular-nums">
          {bytes &&
            !isRead &&
            bytes.totalBytes > 0 &&
            t("restore.amount", {
              done: formatBytes(bytes.doneBytes),
              total: formatBytes(bytes.totalBytes),
            })}
          {state.stage === "restarting" && t("restore.restartingHint")}
        </span>
        {bytes && <Button onClick={onCancel}>{t("restore.cancel")}</Button>}
      </div>
    </div>
  );
}

function AddressLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} className="font-medium underline">
      {children}
    </a>
  );
}
