/** Password field with a show and hide button. */
import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import { IconButton } from "./icon-button";
import { Input } from "./input";

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input type={shown ? "text" : "password"} className={cn("pr-11", className)} {...rest} />
      <IconButton
        label={t(shown ? "hidePassword" : "showPassword")}
        aria-pressed={shown}
        icon={shown ? EyeOff : Eye}
        size="sm"
        tooltip={false}
        onClick={() => setShown(!shown)}
        className="absolute top-1/2 right-1.5 -translate-y-1/2"
      />
    </div>
  );
}
