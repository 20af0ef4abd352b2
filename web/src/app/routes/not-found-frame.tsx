/** Frame of the 404 page: the top bar, with the user menu of who is signed in. */
import { readSessionToken } from "@/api/session-token";
import { AppShell } from "@/features/shell/components/app-shell";
import { VisitorShell } from "@/features/shell/components/visitor-shell";

export function NotFoundFrame() {
  return readSessionToken() ? <AppShell /> : <VisitorShell />;
}
