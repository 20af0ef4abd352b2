/** What a file manager leaves in folders for itself. */
const SYSTEM_FILES = /^(?:\..*|Thumbs\.db|desktop\.ini)$/u;

function readFile(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => {
    // What cannot be opened (gone meanwhile, no permission) is left out: the rest still comes.
    entry.file(resolve, () => resolve(null));
  });
}

function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  return new Promise((resolve) => {
    // It hands out at most a hundred at once, and an empty list at the end.
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

/** The files of a drop, those in dropped folders too. Must be called while the drop event runs. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return [...transfer.files];
  const found = entries.filter((entry) => entry !== null);
  return (await Promise.all(found.map(filesIn))).flat();
}

/** The files of a folder that was chosen in a dialog, without the file manager's own. */
export function withoutSystemFiles(files: readonly File[]): File[] {
  return files.filter(({ name }) => !SYSTEM_FILES.test(name));
}
