/** Actions of the command palette. */
import { Languages, LogOut, Monitor, Moon, Plus, Sun, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { PAUSE_BEFORE_HQ_MS, useCreateInterview } from "@/api/create-interview";
import { isApiError } from "@/api/errors";
import { useToast } from "@/components/ui/toast-context";
import { paths } from "@/config/paths";
import { LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n";
import { chooseTheme, THEME_CHOICES } from "@/lib/theme";

import { useSaveLanguage } from "../api/save-language";
import { useSignOut } from "../api/sign-out";

export interface PaletteCommand {
  id: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };

/** `onNoCredits` is called when an interview cannot be created for lack of credits. */
export function useCommands(onNoCredits: () => void): PaletteCommand[] {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const toast = useToast();
  const create = useCreateInterview();
  const saveLanguage = useSaveLanguage();
  const signOut = useSignOut();
  return [
    {
      id: "create",
      label: t("palette.actions.create"),
      icon: Plus,
      run: () => {
        create.mutateAsync(null).then(
          ({ _id }) => {
            setTimeout(() => void navigate(paths.interviewHq.to(_id)), PAUSE_BEFORE_HQ_MS);
          },
          (error: unknown) => {
            if (isApiError(error, "NO_CREDITS")) onNoCredits();
            else toast.show(t("palette.actions.createFailed"), "error");
          },
        );
      },
    },
    ...THEME_CHOICES.map((choice) => ({
      id: `theme-${choice}`,
      label: t("palette.actions.theme", { name: t(`theme.${choice}`) }),
      icon: THEME_ICONS[choice],
      run: () => chooseTheme(choice),
    })),
    ...LANGUAGES.map((language) => ({
      id: `language-${language}`,
      label: t("palette.actions.language", { name: LANGUAGE_NAMES[language] }),
      icon: Languages,
      run: () => {
        saveLanguage
          .mutateAsync(language)
          .catch(() => toast.show(t("palette.actions.languageFailed"), "error"));
      },
    })),
    {
      id: "logout",
      label: t("palette.actions.logout"),
      icon: LogOut,
      run: () => signOut.mutate(),
    },
  ];
}
