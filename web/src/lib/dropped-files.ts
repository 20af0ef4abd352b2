/** Files of a drop or a folder dialog, including those in subfolders. */
/** Metadata files that file managers leave in folders. */
const SYSTEM_FILES = /^(?:\..*|Thumbs\.db|desktop\.ini)$/u;

function readFile(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => {
    // Files that cannot be opened (deleted, no permission) are left out.
    entry.file(resolve, () => resolve(null));
  });
}

function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  return new Promise((resolve) => {
    // Returns at most a hundred entries per call, and an empty list at the end.
    const readOn = () =>
      reader.readEntries(
        (entries) => {
          if (entries.length === 0) resolve(found);
          else {
            found.push(...entries);
            readOn();
          }
        },
        () => resolve(found),
      );
    readOn();
  });
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = SYSTEM_FILES.test(entry.name)
      ? null
      : await readFile(entry as FileSystemFileEntry);
    return file ? [file] : [];
  }
  const inside = await readEntries(entry as FileSystemDirectoryEntry);
  inside.sort((one, other) => one.name.localeCompare(other.name));
  return (await Promise.all(inside.map(filesIn))).flat();
}

/** The files of a drop, including those in dropped folders. Must be called during the drop event. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return [...transfer.files];
  const found = entries.filter((entry) => entry !== null);
  return (await Promise.all(found.map(filesIn))).flat();
}

/** The files of a folder chosen in a dialog, without metadata files. */
export function withoutSystemFiles(files: readonly File[]): File[] {
  return files.filter(({ name }) => !SYSTEM_FILES.test(name));
}
