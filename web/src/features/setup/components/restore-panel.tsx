/** Restore of a backup: the setup code, then the backup and its progress. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { errorText, isApiError } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";

import { openRestore, type RestoreOffer } from "../api/restore";
import { RestoreSession } from "./restore-session";
import { SetupCodeField } from "./setup-code-field";

interface RestorePanelProps {
  /** Told whether a restore is under way, so that nothing else can be begun. */
  onBusy: (isBusy: boolean) => void;
}

export function RestorePanel({ onBusy }: RestorePanelProps) {
  const [offer, setOffer] = useState<RestoreOffer | null>(null);
  return offer ? (
    <RestoreSession
      key={offer.token}
      offer={offer}
      onBusy={onBusy}
      onClosed={() => setOffer(null)}
    />
  ) : (
    <CodeForm onOpen={setOffer} />
  );
}

function CodeForm({ onOpen }: { onOpen: (offer: RestoreOffer) => void }) {
  const { t } = useTranslation("auth");
  const [code, setCode] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const open = useMutation({ mutationFn: openRestore, onSuccess: onOpen });
  const isWrong = isApiError(open.error, "SETUP_CODE_INVALID");
  const problem = isEmpty
    ? t("setup.problems.code")
    : isWrong
      ? errorText(open.error, t("setup.failed"))
      : undefined;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(!code.trim());
        if (code.trim()) open.mutate(code.trim());
      }}
    >
      {open.isError && !isWrong && (
        <FormError>
          {errorText(open.error, t("setup.failed"))}{" "}
          {isApiError(open.error, "INVALID_STATE") && (
            <Link to={paths.login} className="font-medium underline">
              {t("setup.signIn")}
            </Link>
          )}
        </FormError>
      )}
      <SetupCodeField
        error={problem}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setEmpty(false);
        }}
      />
      <Button type="submit" variant="primary" size="lg" busy={open.isPending} className="text-base">
        {t("restore.open")}
      </Button>
    </form>
  );
}
