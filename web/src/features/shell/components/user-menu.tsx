import { LogOut } from "lucide-react";

import type { BillingSummary, User } from "@/api/types";
import { RoleBadge } from "@/components/role-badge";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDate } from "@/lib/format";

import { useSignOut } from "../api/sign-out";
import { ThemeSwitch } from "./theme-switch";

interface UserMenuProps {
  user: User | undefined;
  /** Absent while unknown and where it cannot be read: then no plan is shown. */
  billing: BillingSummary | undefined;
}

function Plan({ billing }: { billing: BillingSummary }) {
  const ends = billing.isCancelled ? formatDate(billing.cancellationEffectiveDate) : "";
  return (
    <>
      <div className="flex justify-between gap-4">
        <dt className="text-muted">Plan</dt>
        <dd className="font-medium">{billing.planDisplayName}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-muted">Interview credits</dt>
        <dd className="font-mono tabular-nums">
          {billing.creditsRemaining}/{billing.creditsIncluded}
        </dd>
      </div>
      {ends && (
        <div className="font-medium text-warning-ink">
          <dt className="sr-only">Subscription</dt>
          <dd>Ends {ends}</dd>
        </div>
      )}
    </>
  );
}

export function UserMenu({ user, billing }: UserMenuProps) {
  const signOut = useSignOut();
  const name = user ? user.name || user.username : "";
  return (
    <DropdownMenu
      className="w-68"
      trigger={
        <button
          type="button"
          aria-label={user ? `Account menu of ${name}` : "Account menu"}
          className="touch-target flex items-center gap-2.5 rounded-full p-0.5 transition-colors hover:bg-hover sm:pr-3"
        >
          {user ? <Avatar name={name} /> : <Skeleton className="size-8 rounded-full" />}
          <span className="text-base font-medium max-sm:sr-only">{name}</span>
        </button>
      }
    >
      {user && (
        <div className="flex items-center gap-3 px-2 pt-2 pb-2.5">
          <Avatar name={name} className="size-9" />
          <div className="min-w-0 grow">
            <p className="truncate font-medium">{name}</p>
            <p className="truncate text-sm text-muted">{user.email ?? user.username}</p>
          </div>
        </div>
      )}
      {user && (
        <>
          <MenuSeparator />
          <dl className="flex flex-col gap-1.5 px-2 py-2 text-sm">
            <div className="flex items-center justify-between gap-4">
              <dt className="text-muted">Role</dt>
              <dd>
                <RoleBadge role={user.role} />
              </dd>
            </div>
            {billing && <Plan billing={billing} />}
          </dl>
        </>
      )}
      <MenuSeparator />
      <ThemeSwitch />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => signOut.mutate()}>
        Logout
      </MenuItem>
    </DropdownMenu>
  );
}
