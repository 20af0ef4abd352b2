/** Logo setting with preview; saved immediately. */
import { useQuery } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { siteQuery } from "@/api/site";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";

import { useChangeLogo } from "../api/logo";

const TYPES = "image/png,image/jpeg,image/webp";

export function LogoSetting() {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const logoUrl = useQuery(siteQuery).data?.logoUrl ?? null;
  const change = useChangeLogo();
  const file = useRef<HTMLInputElement>(null);
  const choose = (logo: File | null) =>
    change.mutate(logo, {
      onSuccess: () => toast.show(logo ? t("settings.logoSaved") : t("settings.logoRemoved")),
    });
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-line px-4 py-4 sm:px-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div>
        <h3 className="text-base font-medium">{t("settings.logo")}</h3>
        <p className="mt-0.5 max-w-prose text-sm text-muted">{t("settings.logoHelp")}</p>
      </div>
      <div className="flex flex-col gap-3">
        {/* On both backgrounds: a logo that is visible on one may vanish on the other. */}
        {logoUrl && (
          <div className="grid grid-cols-2 overflow-hidden rounded-md border border-line">
            {(["bg-white", "bg-video"] as const).map((ground, index) => (
              <span key={ground} className={`flex h-20 items-center justify-center p-3 ${ground}`}>
                <img
                  src={logoUrl}
                  alt={index === 0 ? t("settings.logoAlt") : ""}
                  className="max-h-full max-w-full object-contain"
                />
              </span>
            ))}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <input
            ref={file}
            type="file"
            accept={TYPES}
            className="sr-only"
            tabIndex={-1}
            aria-label={t("settings.logoFile")}
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              // Cleared, so that the same file can be chosen again after a refusal.
              event.target.value = "";
              if (chosen) choose(chosen);
            }}
          />
          <Button icon={ImageUp} busy={change.isPending} onClick={() => file.current?.click()}>
            {logoUrl ? t("settings.logoReplace") : t("settings.logoUpload")}
          </Button>
          {logoUrl && (
            <Button
              variant="danger-ghost"
              icon={Trash2}
              disabled={change.isPending}
              onClick={() => choose(null)}
            >
              {t("settings.logoRemove")}
            </Button>
          )}
        </div>
        {change.isError && (
          <FormError>{errorText(change.error, t("settings.logoFailed"))}</FormError>
        )}
      </div>
    </div>
  );
}
