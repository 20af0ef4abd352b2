/** Button that opens the demo request dialog. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

import type { DemoRequestOpener } from "../hooks/use-demo-request-dialog";

export function DemoButton({
  opener,
  variant = "secondary",
}: {
  opener: DemoRequestOpener;
  variant?: "primary" | "secondary";
}) {
  const { t } = useTranslation("landing");
  return (
    <Button
      variant={variant}
      size="lg"
      // Not disabled while the dialog opens: it returns the focus here, and Safari does not focus
      // a pressed button by itself.
      aria-busy={opener.isOpening || undefined}
      onClick={(event) => {
        event.currentTarget.focus();
        opener.open();
      }}
    >
      {t(opener.isOpening ? "hero.demoLoading" : "hero.demo")}
    </Button>
  );
}
