/** Demo request dialog, loaded when it is first opened. */
import { useState, type ComponentType, type ReactNode } from "react";

import type { Site } from "@/api/site";
import { loadCatalogs } from "@/lib/i18n";

const loadDialog = async () => {
  const [dialog] = await Promise.all([
    import("../components/demo-request-dialog"),
    loadCatalogs([]),
  ]);
  return dialog.DemoRequestDialog;
};

type Dialog =
  Awaited<ReturnType<typeof loadDialog>> extends ComponentType<infer Props>
    ? ComponentType<Props>
    : never;

export interface DemoRequestOpener {
  open: () => void;
  /** The form's code is loaded on demand. */
  isOpening: boolean;
  hasFailed: boolean;
}

export function useDemoRequestDialog(captcha: Site["captcha"]): DemoRequestOpener & {
  dialog: ReactNode;
} {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [phase, setPhase] = useState<"idle" | "opening" | "failed">("idle");

  const open = () => {
    if (Dialog) {
      setIsOpen(true);
      return;
    }
    if (phase === "opening") return;
    setPhase("opening");
    loadDialog().then(
      (loaded) => {
        setDialog(() => loaded);
        setPhase("idle");
        setIsOpen(true);
      },
      () => setPhase("failed"),
    );
  };
  return {
    open,
    isOpening: phase === "opening",
    hasFailed: phase === "failed",
    dialog: Dialog && <Dialog open={isOpen} onOpenChange={setIsOpen} captcha={captcha} />,
  };
}
