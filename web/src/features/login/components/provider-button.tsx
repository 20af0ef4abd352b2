import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { Button } from "@/components/ui/button";

import { providerPath } from "../lib/arrival";

/** 'Continue with Google', or with whatever the administrator called the identity provider. */
export function ProviderButton({ label }: { label: string }) {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // Back from the provider by the browser's button, the page is the one that was left.
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
