export function JobHqPage() {
  return null;
}
