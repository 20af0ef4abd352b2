/** Context and types of toasts. */
import { createContext, use } from "react";

export type ToastTone = "success" | "error" | "info";

export interface ToastOptions {
  /** Duration instead of three seconds; it pauses while the toast is hovered or focused. */
  durationMs?: number;
  /** Undo action, available while the toast is shown. */
  action?: { label: string; onSelect: () => void };
  /** Called when the toast closed or expired without its action being chosen. */
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
