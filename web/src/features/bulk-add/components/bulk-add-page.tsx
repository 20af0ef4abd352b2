export function BulkAddPage() {
  return null;
}
