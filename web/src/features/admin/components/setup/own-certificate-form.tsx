/** Uploads a certificate with its key. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileInput } from "@/components/ui/file-input";
import { Input } from "@/components/ui/input";
import { addressOf } from "@/lib/secure-address";

import { useUploadCertificate } from "../../api/https";

const TYPES = ".pem,.crt,.cer,.key";

export function OwnCertificateForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation("setup");
  const upload = useUploadCertificate();
  const [certificate, setCertificate] = useState<File | null>(null);
  const [key, setKey] = useState<File | null>(null);
  const [publicUrl, setPublicUrl] = useState(() =>
    addressOf(window.location.hostname, window.location),
  );
  const isComplete = certificate !== null && publicUrl.trim() !== "";
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !upload.isPending)
          upload.mutate({ certificate, key, publicUrl }, { onSuccess: onSaved });
      }}
    >
      <Field label={t("https.certificateFile")} className="w-full max-w-prose">
        {(control) => <FileInput {...control} accept={TYPES} onChange={setCertificate} />}
      </Field>
      <Field
        label={t("https.keyFile")}
        hint={t("https.keyHint")}
        optional
        className="w-full max-w-prose"
      >
        {(control) => <FileInput {...control} accept={TYPES} onChange={setKey} />}
      </Field>
      <Field
        label={t("https.address")}
        hint={t("https.addressHint")}
        className="w-full max-w-prose"
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={publicUrl}
            onChange={(event) => setPublicUrl(event.target.value)}
          />
        )}
      </Field>
      {upload.isError && <FormError>{errorText(upload.error, t("https.uploadFailed"))}</FormError>}
      <Button type="submit" busy={upload.isPending} disabled={!isComplete} className="max-sm:h-11">
        {upload.isPending ? t("https.uploading") : t("https.upload")}
      </Button>
    </form>
  );
}
