/** Stub of XMLHttpRequest for uploads. */
import { vi } from "vitest";

/**
 * Replaces XMLHttpRequest in one test by `fetch`, so that `stubFetch` routes serve uploads too. The
 * whole body is sent at once.
 */
export function stubXhr(): void {
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = 0;
      responseText = "";
      readonly upload: { onprogress?: (event: object) => void } = {};
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      onloadend?: () => void;
      private readonly controller = new AbortController();
      private readonly headers = new Headers();
      private method = "GET";
      private url = "";
      private responseHeaders = new Headers();

      open(method: string, url: string): void {
        this.method = method;
        this.url = url;
      }

      setRequestHeader(name: string, value: string): void {
        this.headers.set(name, value);
      }

      getResponseHeader(name: string): string | null {
        return this.responseHeaders.get(name);
      }

      abort(): void {
        this.controller.abort();
      }

      send(body: FormData): void {
        this.upload.onprogress?.({ loaded: 1, total: 1, lengthComputable: true });
        const { method, headers } = this;
        fetch(this.url, { method, headers, body, signal: this.controller.signal })
          .then(async (response) => {
            this.status = response.status;
            this.responseHeaders = response.headers;
            this.responseText = await response.text();
            this.onload?.();
          })
          .catch(() => (this.controller.signal.aborted ? this.onabort?.() : this.onerror?.()))
          .finally(() => this.onloadend?.());
      }
    },
  );
}
