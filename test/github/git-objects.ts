import { createHash } from 'node:crypto';

/** A tree of files: path → content. */
export type Files = Readonly<Record<string, string | Buffer>>;

export type ObjectType = 'blob' | 'tree' | 'commit';

/** An object as git stores it. */
export interface GitObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

/** An entry of a tree. */
export interface TreeEntry {
  /** As in `git ls-tree`, so that a folder's is `040000`. */
  readonly mode: string;
  readonly name: Buffer;
  readonly id: string;
}

/** What a commit refers to. */
export interface CommitFacts {
  readonly tree: string;
  readonly parents: readonly string[];
  /** Seconds since 1970. */
  readonly committedAt: number;
}

export const modes = { folder: '040000', file: '100644', program: '100755', link: '120000', submodule: '160000' };

/** The bytes of an object in git's format, of which the ID is the SHA-1. */
export const storedBytes = ({ type, content }: GitObject): Buffer =>
  Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);

export const idOf = (object: GitObject): string => createHash('sha1').update(storedBytes(object)).digest('hex');

/** The type of what an entry refers to. */
export function typeOf(mode: string): ObjectType {
  if (mode === modes.folder) return 'tree';
  return mode === modes.submodule ? 'commit' : 'blob';
}

/** The bytes of a path. `\udcff` stands for the byte 0xff, which is not valid UTF-8. */
export function pathBytes(path: string): Buffer {
  const parts = path.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part, i) => (i % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );
}

/** A folder while it is filled: name → its mode and content, or the folder with this name. */
export type Folder = Map<string, { readonly mode: string; readonly id: string } | Folder>;

/** Adds an entry. As with `git fast-import`, it replaces what is there: a file of the same name, or one in place of its folder. */
export function place(root: Folder, path: string, entry: { readonly mode: string; readonly id: string }): void {
  const names = path.split('/');
  const last = names.pop()!;
  let folder = root;
  for (const name of names) {
    const found = folder.get(name);
    const next: Folder = found instanceof Map ? found : new Map();
    folder.set(name, next);
    folder = next;
  }
  folder.set(last, entry);
}

/** The content of a tree. Git compares names by bytes, and a folder's as if it ended with a slash. */
export function treeContent(entries: readonly TreeEntry[]): Buffer {
  const sortable = ({ mode, name }: TreeEntry): Buffer =>
    mode === modes.folder ? Buffer.concat([name, Buffer.from('/')]) : name;
  const sorted = entries
    .map((entry) => ({ entry, key: sortable(entry) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ entry }) => entry);
  const parts = sorted.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode.replace(/^0/, '')} `),
    name,
    Buffer.of(0),
    Buffer.from(id, 'hex'),
  ]);
  return Buffer.concat(parts);
}

/** The entries of a tree's content, in git's order. */
export function entriesOf(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(' ', at);
    const end = content.indexOf(0, space);
    const mode = content.toString('latin1', at, space).padStart(6, '0');
    const id = content.toString('hex', end + 1, end + 21);
    entries.push({ mode, name: content.subarray(space + 1, end), id });
    at = end + 21;
  }
  return entries;
}

/** Who wrote every commit, and when. */
const person = 'Ada <ada@example.com> 1767225600 +0000';

/** The content of a commit whose message has no line break at its end. */
export function commitContent(tree: string, parents: readonly string[], message: string): Buffer {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${person}`,
    `committer ${person}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${message}`);
}

/** What a commit's content refers to. */
export function factsOf(content: Buffer): CommitFacts {
  const header = content.toString('latin1').split('\n\n', 1)[0]!;
  return {
    tree: /^tree (\w+)$/m.exec(header)![1]!,
    parents: [...header.matchAll(/^parent (\w+)$/gm)].map(([, parent]) => parent!),
    committedAt: Number(/^committer .*> (\d+) [+-]\d+$/m.exec(header)![1]),
  };
}
