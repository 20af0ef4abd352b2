export function DemoRequestsPage() {
  return null;
}
