/** The timezone of the profile; the browser's if none is set or the browser does not know it. */
import { useQuery } from "@tanstack/react-query";

import { currentUserQuery } from "@/api/current-user";
import { browserTimezone, formatOffset } from "@/lib/timezones";

export function useProfileTimezone(): string {
  const { data: user } = useQuery(currentUserQuery);
  const chosen = user?.timezone;
  return chosen && formatOffset(chosen, new Date()) !== "" ? chosen : browserTimezone();
}
