/** Choice of one file. The browser's own words would be in the browser's language, not in the user's. */
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import { INPUT_CLASS } from "./input-styles";

interface FileInputProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "multiple"> {
  onChange: (file: File | null) => void;
}

export function FileInput({ className, onChange, ...rest }: FileInputProps) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  return (
    <span
      className={cn(
        INPUT_CLASS,
        "relative flex h-9 items-center gap-2.5 px-1.5 max-sm:h-11",
        "has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent",
        "has-disabled:bg-sunken has-disabled:text-faint",
        className,
      )}
    >
      <span aria-hidden className="shrink-0 rounded bg-sunken px-2 py-1 font-medium">
        {t("file.choose")}
      </span>
      <span aria-hidden className="min-w-0 truncate">
        {name ?? <span className="text-muted">{t("file.none")}</span>}
      </span>
      <input
        {...rest}
        type="file"
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={(event) => {
          const file = event.target.files?.[0] ?? null;
          setName(file?.name ?? null);
          onChange(file);
        }}
      />
    </span>
  );
}
