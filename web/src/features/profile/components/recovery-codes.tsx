/** Recovery codes, shown once, with ways to save them. */
import { Check, Copy, Download, Printer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";
import { copyText } from "@/lib/clipboard";

import { downloadText, printText } from "../lib/keep-text";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Heading of the saved or printed codes. */
  heading: string;
}

export function RecoveryCodes({ codes, heading }: RecoveryCodesProps) {
  const { t } = useTranslation("account");
  const [copied, setCopied] = useTransient<true>(TOAST_MS);
  const [isRefused, setIsRefused] = useState(false);
  const sheet = `${heading}\n\n${codes.join("\n")}\n`;
  const copy = async () => {
    const worked = await copyText(codes.join("\n"));
    setIsRefused(!worked);
    if (worked) setCopied(true);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-base">{t("recovery.once")}</p>
      <ul
        aria-label={t("recovery.title")}
        className="grid grid-cols-1 gap-x-8 gap-y-1 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-sm xl:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="py-0.5 select-all">
            {code}
          </li>
        ))}
      </ul>
      {isRefused && (
        <p role="alert" className="text-sm text-danger-ink">
          {t("copyFailed")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={copied ? Check : Copy} onClick={() => void copy()} aria-live="polite">
          {copied ? t("copied") : t("copy")}
        </Button>
        <Button icon={Download} onClick={() => downloadText(t("recovery.fileName"), sheet)}>
          {t("recovery.download")}
        </Button>
        <Button icon={Printer} onClick={() => printText(heading, codes)}>
          {t("recovery.print")}
        </Button>
      </div>
    </div>
  );
}
