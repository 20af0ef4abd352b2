/** Form that names a backup: a file of this computer, or one in the server's backup folder. */
import { FileUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FileDropZone } from "@/components/file-drop-zone";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { Select } from "@/components/ui/select";
import { formatBytes, formatDateTime } from "@/lib/format";

import type { RestoreOffer, StoredBackup } from "../api/restore";
import type { RestoreProblem, RestoreSource } from "../hooks/use-restore";

/** No file name: those end with .backup. */
const UPLOAD = ":upload";
const ABOUT_PASSPHRASE = ["BACKUP_PASSPHRASE_NEEDED", "BACKUP_PASSPHRASE_WRONG"];

interface RestoreFormProps {
  offer: RestoreOffer;
  /** Why the last attempt has failed. */
  problem: RestoreProblem | null;
  onStart: (source: RestoreSource) => void;
}

export function RestoreForm({ offer, problem, onStart }: RestoreFormProps) {
  const { t } = useTranslation("auth");
  const [name, setName] = useState(offer.backups[0]?.name ?? UPLOAD);
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState("");
  const [isMissing, setMissing] = useState(false);
  const isAboutPassphrase = problem !== null && ABOUT_PASSPHRASE.includes(problem.code);
  const message = problem && (problem.message ?? t("restore.failed"));
  const stored = offer.backups.find((backup) => backup.name === name);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const backup = name === UPLOAD ? file : name;
        setMissing(backup === null);
        if (backup !== null) onStart({ backup, passphrase });
      }}
    >
      {message && !isAboutPassphrase && <FormError>{message}</FormError>}
      {offer.backups.length > 0 && (
        <Field label={t("restore.backup")}>
          {(control) => (
            <Select
              {...control}
              value={name}
              onChange={setName}
              options={[
                ...offer.backups.map((backup) => ({
                  value: backup.name,
                  label: describeBackup(backup),
                })),
                { value: UPLOAD, label: t("restore.otherFile") },
              ]}
            />
          )}
        </Field>
      )}
      {name === UPLOAD && (
        <div className="flex flex-col gap-1.5">
          <FileDropZone
            label={t("restore.file")}
            accept=".backup"
            onFiles={(files) => {
              setFile(files[0] ?? null);
              setMissing(false);
            }}
          >
            <FileUp size={20} className="mb-1.5 text-muted" aria-hidden />
            <span className="max-w-full text-base font-medium break-words">
              {file ? file.name : t("restore.choose")}
            </span>
            <span className="text-sm text-muted">
              {file ? formatBytes(file.size) : t("restore.chooseHint")}
            </span>
          </FileDropZone>
          {isMissing && (
            <p role="alert" className="text-sm text-danger-ink">
              {t("restore.missing")}
            </p>
          )}
        </div>
      )}
      {stored?.isEncrypted !== false && (
        <Field
          label={t("restore.passphrase")}
          hint={stored ? undefined : t("restore.passphraseHint")}
          error={isAboutPassphrase ? (message ?? undefined) : undefined}
        >
          {(control) => (
            <PasswordInput
              {...control}
              value={passphrase}
              autoComplete="off"
              onChange={(event) => setPassphrase(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="text-sm text-muted">{t("restore.effect")}</p>
      <Button type="submit" variant="primary" size="lg" className="text-base">
        {t("restore.start")}
      </Button>
    </form>
  );
}

function describeBackup(backup: StoredBackup): string {
  const when = backup.createdAt ? formatDateTime(backup.createdAt) : backup.name;
  return `${when} · ${formatBytes(backup.sizeBytes)}`;
}
