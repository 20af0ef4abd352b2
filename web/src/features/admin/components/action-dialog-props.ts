/** Props of every dialog that performs an action on a user. */
import type { AdminUser } from "../api/types";

export interface ActionDialogProps {
  user: AdminUser;
  isSelf: boolean;
  onClose: () => void;
}
