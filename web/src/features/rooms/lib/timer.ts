/** Formats elapsed time as mm:ss, or hh:mm:ss from one hour on. */
export function formatRoomTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  return hours > 0 ? `${pad(hours)}:${rest}` : rest;
}
