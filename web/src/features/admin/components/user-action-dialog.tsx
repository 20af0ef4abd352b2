/** The dialog for an action on a user. */
import type { UserAction } from "../lib/user-actions";
import type { ActionDialogProps } from "./action-dialog-props";
import { ConfirmUserAction } from "./confirm-user-action";
import { DeleteUserDialog } from "./delete-user-dialog";
import { EditUserDialog } from "./edit-user-dialog";
import { ResetPasswordDialog } from "./reset-password-dialog";
import { RoleDialog } from "./role-dialog";

interface UserActionDialogProps extends ActionDialogProps {
  action: UserAction;
}

export function UserActionDialog({ action, ...rest }: UserActionDialogProps) {
  switch (action) {
    case "edit":
      return <EditUserDialog {...rest} />;
    case "role":
      return <RoleDialog {...rest} />;
    case "resetPassword":
      return <ResetPasswordDialog {...rest} />;
    case "endSessions":
    case "resetSecondFactor":
    case "deactivate":
    case "activate":
      return <ConfirmUserAction action={action} {...rest} />;
    case "delete":
      return <DeleteUserDialog {...rest} />;
  }
}
