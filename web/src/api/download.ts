/** File downloads. They need the bearer header, so a plain link cannot be used. */
import { type Arguments, call, type CallOptions, type UncheckedParts } from "./client";
import type { FilePath } from "./routes";

export interface ServerFile {
  content: Blob;
  /** File name given by the server; null if there is none. */
  name: string | null;
}

async function readFile(response: Response): Promise<ServerFile> {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=utf-8''([^;]+)/iu.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)/iu.exec(disposition)?.[1];
  return {
    content: await response.blob(),
    name: encoded === undefined ? (plain ?? null) : decodeURIComponent(encoded),
  };
}

type Download = <P extends FilePath>(
  path: P,
  ...options: Arguments<"get", P>
) => Promise<ServerFile>;

const download = (path: string, options: CallOptions & UncheckedParts = {}) =>
  call("get", path, options, readFile);

/** Downloads a file. Raises like `api`. */
export const downloadFile = download as unknown as Download;
