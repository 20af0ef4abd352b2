/** Layout of signed-in pages; public pages load without it. */
import { Outlet } from "react-router";

import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";

export function WorkspaceLayout() {
  return (
    <TooltipProvider>
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </TooltipProvider>
  );
}
