import { createContext, use } from "react";

export type ToastTone = "success" | "error" | "info";

export interface ToastContextValue {
  /** Shows `text` for three seconds; errors stay until closed. */
  show: (text: string, tone?: ToastTone) => void;
}

export const ToastContext = createContext<ToastContextValue | null>(null);

export function useToast(): ToastContextValue {
  const context = use(ToastContext);
  if (!context) throw new Error("useToast needs a ToastProvider above it.");
  return context;
}
