/** Completes every kind of sign-in: applies the user's language and opens the requested page. */
import { useNavigate } from "react-router";

import type { User } from "@/api/types";
import { chooseLanguage, isLanguage } from "@/lib/i18n";
import { entrancePath } from "@/lib/return-path";

export function useEnter(): (user: User, destination: string) => Promise<void> {
  const navigate = useNavigate();
  return async (user, destination) => {
    if (isLanguage(user.language)) await chooseLanguage(user.language);
    await navigate(entrancePath(user, destination), { replace: true });
  };
}
