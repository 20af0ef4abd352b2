/** 'Continue with Google', or with the configured name of the identity provider. */
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { Button } from "@/components/ui/button";

import { providerPath } from "../lib/arrival";

export function ProviderButton({ label }: { label: string }) {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // Browser back from the provider restores this page from the cache, still busy.
    const onShow = () => setIsLeaving(false);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
  return (
    <Button
      size="lg"
      icon={KeyRound}
      busy={isLeaving}
      className="w-full text-base"
      onClick={() => {
        setIsLeaving(true);
        window.location.assign(providerPath(search));
      }}
    >
      <span className="truncate">
        {isLeaving ? t("login.pleaseWait") : t("login.continueWith", { provider: label })}
      </span>
    </Button>
  );
}
