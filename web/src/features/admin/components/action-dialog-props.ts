import type { AdminUser } from "../api/types";

/** Props of every dialog that performs an action on a user. */
export interface ActionDialogProps {
  user: AdminUser;
  isSelf: boolean;
  onClose: () => void;
}
