import { unzipSync } from 'fflate';
import type { Texts } from './text-files.ts';

/** What somebody opened: texts by path, and how many files were left out. */
export interface OpenedFiles {
  readonly texts: Texts;
  readonly leftOut: number;
}

/** A file with its path in the folder that was opened. */
interface PathFile {
  readonly path: string;
  readonly file: File;
}

/** Bounds of what is opened, in files and in bytes. */
const most = { files: 5_000, fileBytes: 4_000_000, bytes: 32_000_000 };

/** Folders that nobody reviews, and that may be large. */
const isIgnored = (path: string): boolean => /(?:^|\/)(?:\.git|node_modules|\.terraform|__MACOSX)\//.test(path);

/** Files that are chosen in a dialog, some of which may be archives. */
export const openFiles = (files: Iterable<File>): Promise<OpenedFiles> =>
  opened([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

/** Files and folders that are dropped on the page. */
export async function openDropped(transfer: DataTransfer): Promise<OpenedFiles> {
  // The list is empty after the first pause, so all entries are taken before it.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: PathFile[] = [];
  for (const entry of entries) await collect(entry, files);

  return opened(files);
}

async function collect(entry: FileSystemEntry, files: PathFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isIgnored(`${path}/`) || files.length > most.files) return;

  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    files.push({ path, file });
    return;
  }

  if (!(entry instanceof FileSystemDirectoryEntry)) return;

  const reader = entry.createReader();
  for (;;) {
    // A reader hands over a folder in parts, and nothing at its end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const child of part) await collect(child, files);
  }
}

async function opened(files: readonly PathFile[]): Promise<OpenedFiles> {
  const collected = new TextCollector();

  for (const { path, file } of files) {
    if (/\.zip$/i.test(path)) collected.addArchive(new Uint8Array(await file.arrayBuffer()));
    else if (collected.hasRoom(path, file.size)) collected.add(path, new Uint8Array(await file.arrayBuffer()));
  }

  return { texts: withoutCommonFolder(collected.texts), leftOut: collected.leftOut };
}

/** Keeps texts up to the bounds, and counts what is left out. */
class TextCollector {
  readonly texts: Record<string, string> = {};
  leftOut = 0;
  #files = 0;
  #bytes = 0;

  /** Whether a file may be read. One that may not is counted. */
  hasRoom(path: string, bytes: number): boolean {
    if (path.endsWith('/') || isIgnored(path)) return false;

    const fits = bytes <= most.fileBytes && this.#files < most.files && this.#bytes + bytes <= most.bytes;
    if (!fits) {
      this.leftOut += 1;
      return false;
    }

    this.#files += 1;
    this.#bytes += bytes;
    return true;
  }

  add(path: string, bytes: Uint8Array): void {
    const text = textOf(bytes);
    if (text === undefined) this.leftOut += 1;
    else this.texts[path] = text;
  }

  /** The sizes in an archive are what its files may unpack to, so they are known before anything is unpacked. */
  addArchive(bytes: Uint8Array): void {
    try {
      const files = unzipSync(bytes, { filter: ({ name, originalSize }) => this.hasRoom(name, originalSize) });
      for (const [path, content] of Object.entries(files)) this.add(path, content);
    } catch {
      this.leftOut += 1;
    }
  }
}

/** The text of a file; undefined if it is not UTF-8. A byte order mark stays, so that offsets match the file. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Paths without the folder that all of them are in, such as that of a repository in its archive. */
function withoutCommonFolder(texts: Texts): Texts {
  const paths = Object.keys(texts);
  const [folder] = paths[0]?.split('/', 1) ?? [];
  const prefix = `${folder}/`;
  if (folder === undefined || !paths.every((path) => path.startsWith(prefix))) return texts;

  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path.slice(prefix.length), text]));
}
