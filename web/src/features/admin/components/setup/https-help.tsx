/** Three ways to HTTPS, with the commands and variables of this server. */
import { useTranslation } from "react-i18next";

import type { SettingsResponse } from "../../api/types";
import { describeHttps, HTTPS_WAYS } from "../../lib/https-commands";
import { toInput } from "../../lib/setting-draft";

interface HttpsHelpProps {
  settings: SettingsResponse;
  /** The address that is entered or in use, which is not secure. */
  address: string;
}

export function HttpsHelp({ settings, address }: HttpsHelpProps) {
  const { t } = useTranslation("setup");
  const all = settings.groups.flatMap((group) => group.settings);
  const valueOf = (key: string) => {
    const setting = all.find((one) => one.key === key);
    return setting ? String(toInput(setting, undefined)) : "";
  };
  const commands = describeHttps({
    address,
    port: valueOf("port"),
    dataDir: valueOf("data_dir"),
  });
  return (
    <section aria-labelledby="https-help" className="border-t border-line px-4 py-4 sm:px-5">
      <h3 id="https-help" className="text-base font-semibold">
        {t("https.title")}
      </h3>
      <p className="mt-1 max-w-prose text-base text-muted">{t("https.intro")}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {HTTPS_WAYS.map((way) => (
          <li key={way}>
            <details className="rounded-md border border-line">
              <summary className="min-h-11 cursor-pointer px-3.5 py-2.5 text-base font-medium">
                {t(`https.${way}`)}
              </summary>
              <div className="flex flex-col gap-2 px-3.5 pb-3.5">
                <p className="max-w-prose text-base text-muted">{t(`https.${way}Text`)}</p>
                <pre
                  // A long command is scrolled with the keyboard.
                  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                  tabIndex={0}
                  aria-label={t("https.commands")}
                  className="overflow-x-auto rounded-md bg-sunken px-3 py-2.5 font-mono text-sm"
                >
                  {commands[way].join("\n")}
                </pre>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
