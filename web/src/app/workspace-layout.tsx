import { Outlet } from "react-router";

import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";

/** Layout of signed-in pages; public pages load without it. */
export function WorkspaceLayout() {
  return (
    <TooltipProvider>
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </TooltipProvider>
  );
}
