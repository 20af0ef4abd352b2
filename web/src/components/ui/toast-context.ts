import { createContext, use } from "react";

export type ToastTone = "success" | "error" | "info";

export interface ToastOptions {
  /** Instead of three seconds; the time stands still while the toast is pointed at or has the focus. */
  durationMs?: number;
  /** A way back, as long as the toast is there. */
  action?: { label: string; onSelect: () => void };
  /** The toast went, by time or closed, and its action was not chosen. */
  onGone?: () => void;
}

export interface ToastContextValue {
  /**
   * Shows `text` for three seconds; errors stay until closed. Returns what takes the toast away
   * before its time, without a word to `onGone`.
   */
  show: (text: string, tone?: ToastTone, options?: ToastOptions) => () => void;
}

export const ToastContext = createContext<ToastContextValue | null>(null);

export function useToast(): ToastContextValue {
  const context = use(ToastContext);
  if (!context) throw new Error("useToast needs a ToastProvider above it.");
  return context;
}
