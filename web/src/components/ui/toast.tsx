/** Toast provider and view. */
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ERROR_TOAST_MS, TOAST_MS } from "@/config/constants";

import { Button } from "./button";
import { IconButton } from "./icon-button";
import { ToastContext, type ToastOptions, type ToastTone } from "./toast-context";

interface ToastEntry extends ToastOptions {
  id: number;
  text: string;
  tone: ToastTone;
}

/** Placeholder that Radix replaces with the keyboard shortcut. */
const HOTKEY = "{hotkey}";

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const ICON_CLASSES = { success: "text-success", error: "text-danger", info: "text-info" };

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [entries, setEntries] = useState<readonly ToastEntry[]>([]);
  const nextId = useRef(0);
  const remove = useCallback(
    (id: number) => setEntries((shown) => shown.filter((entry) => entry.id !== id)),
    [],
  );
  const show = useCallback(
    (text: string, tone: ToastTone = "success", options: ToastOptions = {}) => {
      nextId.current += 1;
      const entry = { id: nextId.current, text, tone, ...options };
      // Showing the same text twice restarts one toast, unless each has an undo action.
      const isRepeated = (other: ToastEntry) => other.text === text && !other.action;
      setEntries((shown) => [...shown.filter((other) => !isRepeated(other)), entry]);
      return () => remove(entry.id);
    },
    [remove],
  );
  const value = useMemo(() => ({ show }), [show]);
  return (
    <ToastContext value={value}>
      <Primitive.Provider label={t("notifications.one")} duration={TOAST_MS} swipeDirection="down">
        {children}
        {entries.map((entry) => {
          const Icon = ICONS[entry.tone];
          return (
            <Primitive.Root
              key={entry.id}
              type={entry.tone === "error" ? "foreground" : "background"}
              duration={entry.durationMs ?? (entry.tone === "error" ? ERROR_TOAST_MS : TOAST_MS)}
              onOpenChange={(open) => {
                if (open) return;
                remove(entry.id);
                entry.onGone?.();
              }}
              className="flex animate-rise items-center gap-2.5 rounded-lg border border-line bg-surface py-2 pr-2 pl-3.5 shadow-pop"
            >
              <Icon size={17} className={ICON_CLASSES[entry.tone]} aria-hidden />
              <Primitive.Description className="grow text-base">{entry.text}</Primitive.Description>
              {entry.action && (
                <Primitive.Action asChild altText={entry.action.label}>
                  <Button
                    size="sm"
                    onClick={(event) => {
                      // Radix would close it as if it had expired.
                      event.preventDefault();
                      remove(entry.id);
                      entry.action?.onSelect();
                    }}
                  >
                    {entry.action.label}
                  </Button>
                </Primitive.Action>
              )}
              <Primitive.Close asChild>
                <IconButton label={t("dismiss")} icon={X} size="sm" tooltip={false} />
              </Primitive.Close>
            </Primitive.Root>
          );
        })}
        <Primitive.Viewport
          label={t("notifications.all", { hotkey: HOTKEY })}
          className="fixed right-4 bottom-4 z-60 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
        />
      </Primitive.Provider>
    </ToastContext>
  );
}
