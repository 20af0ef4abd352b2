/** Extra content of a setup page, next to its settings. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

import type { SettingsResponse } from "../../api/types";
import { toInput } from "../../lib/setting-draft";
import { ProviderHelp } from "../provider-help";
import { TestEmail } from "../test-email";
import { HttpsPanel } from "./https-panel";
import { ModelTests } from "./model-tests";
import type { PageKey } from "./step-names";

interface StepExtraProps {
  page: PageKey;
  settings: SettingsResponse;
  isChanged: boolean;
  /** The public address that is saved or entered now. */
  address: string;
  /** Enters an address as the public one; undefined takes the saved one. */
  onAddress: (address: string | undefined) => void;
}

export function StepExtra({ page, settings, isChanged, address, onAddress }: StepExtraProps) {
  switch (page) {
    case "address":
      return <PresentAddress onUse={onAddress} settings={settings} entered={address} />;
    case "models":
      return <ModelTests />;
    case "mail":
      return <TestEmail isReady={settings.mailReady} isChanged={isChanged} />;
    case "sign_in":
      return <ProviderHelp redirectUri={settings.redirectUri} />;
    case "billing":
    case "privacy":
    case "demo":
    case "finish":
      return null;
  }
}

/** The address in the browser, and whether camera and microphone work there. */
function PresentAddress({
  settings,
  entered,
  onUse,
}: {
  settings: SettingsResponse;
  entered: string;
  onUse: (address: string | undefined) => void;
}) {
  const { t } = useTranslation("setup");
  const { origin } = window.location;
  const all = settings.groups.flatMap((group) => group.settings);
  const setting = all.find((one) => one.key === "public_url");
  const port = all.find((one) => one.key === "port");
  const isWeaker = origin.startsWith("http:") && String(setting?.value).startsWith("https:");
  const canUse =
    setting !== undefined && !setting.isLocked && setting.value !== origin && !isWeaker;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-4 sm:px-5">
        <p className="max-w-prose min-w-0 grow text-base break-words">
          {t(window.isSecureContext ? "address.secureHere" : "address.insecureHere", {
            address: origin,
          })}
        </p>
        {canUse && (
          <Button className="sm:ml-auto" onClick={() => onUse(origin)}>
            {t("address.use")}
          </Button>
        )}
      </div>
      <HttpsPanel
        address={entered}
        port={port ? String(toInput(port, undefined)) : "8420"}
        onSaved={() => onUse(undefined)}
      />
    </>
  );
}
