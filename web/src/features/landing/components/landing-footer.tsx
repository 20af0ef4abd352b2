/** Footer of the landing page. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Wordmark } from "@/components/ui/wordmark";
import { paths } from "@/config/paths";
import { chooseLanguage, currentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n";

const LINK = "touch-target rounded-sm text-muted hover:text-ink hover:underline";

export function LandingFooter() {
  const { t } = useTranslation("landing");
  return (
    <footer aria-label={t("footer.label")} className="border-t border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-8 px-5 py-10 text-base sm:px-8 md:flex-row md:items-start md:justify-between">
        <div>
          <Wordmark />
          <p className="mt-2 text-sm text-muted">{t("footer.local")}</p>
        </div>
        <div className="flex flex-col gap-5 md:items-end">
          <nav aria-label={t("footer.label")}>
            <ul className="flex flex-wrap gap-x-6 gap-y-3">
              <li>
                <Link to={{ pathname: paths.home, hash: "#contact" }} className={LINK}>
                  {t("footer.contact")}
                </Link>
              </li>
              <li>
                <Link to={paths.terms} className={LINK}>
                  {t("footer.terms")}
                </Link>
              </li>
              <li>
                <Link to={paths.privacy} className={LINK}>
                  {t("footer.privacy")}
                </Link>
              </li>
            </ul>
          </nav>
          <LanguageChoice label={t("footer.language")} />
        </div>
      </div>
    </footer>
  );
}

/** Language selection, because visitors have no profile. */
function LanguageChoice({ label }: { label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4 gap-y-3 text-sm">
      {LANGUAGES.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-pressed={language === currentLanguage()}
            onClick={() => void chooseLanguage(language)}
            className="touch-target rounded-sm text-muted hover:text-ink hover:underline aria-pressed:font-medium aria-pressed:text-ink"
          >
            {LANGUAGE_NAMES[language]}
          </button>
        </li>
      ))}
    </ul>
  );
}
