/** Sends a file in parts of `chunkBytes`; `send` returns how many bytes the server has received. */
export async function sendInParts(
  file: File,
  chunkBytes: number,
  send: (part: { offset: number; totalBytes: number; chunk: Blob }) => Promise<number>,
  onProgress: (doneBytes: number) => void,
): Promise<void> {
  let offset = 0;
  // An empty file is sent too, because the server explains the problem.
  do {
    offset = await send({
      offset,
      totalBytes: Math.max(file.size, 1),
      chunk: file.slice(offset, offset + chunkBytes),
    });
    onProgress(offset);
  } while (offset < file.size);
}
