/** Username of a form that asks for a password only, for the browser's password manager. */
export function HiddenUsername({ username }: { username: string }) {
  return (
    <input type="text" autoComplete="username" value={username} readOnly hidden tabIndex={-1} />
  );
}
