/** A text with a copy button. */
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";
import { copyText } from "@/lib/clipboard";

export function CopyField({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation("admin");
  const [copied, setCopied] = useTransient<true>(TOAST_MS);
  const [refused, setRefused] = useState(false);
  const copy = async () => {
    const worked = await copyText(text);
    setRefused(!worked);
    if (worked) setCopied(true);
  };
  return (
    <Field label={label} error={refused ? t("access.copyFailed") : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            readOnly
            value={text}
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
          <Button
            icon={copied ? Check : Copy}
            onClick={() => void copy()}
            className="max-sm:h-11"
            aria-live="polite"
          >
            {copied ? t("access.copied") : t("access.copy")}
          </Button>
        </div>
      )}
    </Field>
  );
}
