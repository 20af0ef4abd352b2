/**
 * Decides whether a response that was requested earlier is still news about a document, by a clock
 * that advances with every event.
 */
export class DocumentVersions {
  private clock = 0;
  private readonly changedAt = new Map<string, number>();
  private readonly removed = new Set<string>();

  get now(): number {
    return this.clock;
  }

  /** Records that something newer than every earlier request is known about the document. */
  touch(documentId: string): void {
    this.clock += 1;
    this.changedAt.set(documentId, this.clock);
  }

  markRemoved(documentId: string): void {
    this.removed.add(documentId);
  }

  markKept(documentId: string): void {
    this.removed.delete(documentId);
  }

  isNews(documentId: string, requestedAt: number): boolean {
    return !this.removed.has(documentId) && (this.changedAt.get(documentId) ?? 0) <= requestedAt;
  }

  clear(): void {
    this.changedAt.clear();
    this.removed.clear();
  }
}
