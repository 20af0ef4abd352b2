/** Header of the landing page. */
import { Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { readSessionToken } from "@/api/session-token";
import { buttonClass, iconButtonClass } from "@/components/ui/button-styles";
import { Wordmark } from "@/components/ui/wordmark";
import { paths } from "@/config/paths";
import { chooseTheme } from "@/lib/theme";

import { useIsDark } from "../hooks/use-is-dark";

export function LandingHeader() {
  const { t } = useTranslation("landing");
  const isDark = useIsDark();
  const isSignedIn = readSessionToken() !== null;
  const themeLabel = t(isDark ? "header.toLight" : "header.toDark");
  const ThemeIcon = isDark ? Sun : Moon;
  return (
    <header className="mx-auto flex h-16 w-full max-w-6xl items-center gap-2 px-5 sm:px-8">
      <Link to={paths.home} className="touch-target mr-auto flex rounded-md">
        <Wordmark />
      </Link>
      <button
        type="button"
        className={iconButtonClass("ghost")}
        aria-label={themeLabel}
        title={themeLabel}
        onClick={() => chooseTheme(isDark ? "light" : "dark")}
      >
        <ThemeIcon size={17} aria-hidden />
      </button>
      <Link
        to={isSignedIn ? paths.interviews : paths.login}
        className={buttonClass(isSignedIn ? "secondary" : "ghost")}
      >
        {t(isSignedIn ? "header.openApp" : "header.signIn")}
      </Link>
    </header>
  );
}
