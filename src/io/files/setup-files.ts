import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Source } from '../../engine/text/source.ts';

/** The files of a repository about identity and permissions. */
export interface SetupFiles {
  readonly workflows: readonly Source[];
  /** JSON that looks like an IAM policy. */
  readonly policies: readonly Source[];
}

/** Limits of the walk. Policies are small, so larger files are not read. */
const maxEntries = 50_000;
const maxBytes = 256 * 1024;
const skipped = new Set(['node_modules', 'vendor', 'dist']);

/** Finds workflows and IAM policies below a folder. Links are not followed. */
export function readSetupFiles(root: string): SetupFiles {
  const workflows = filesIn(join(root, '.github', 'workflows'), /\.ya?ml$/i).map((path) => read(root, path));
  const json = walk(root).filter((path) => path.endsWith('.json'));
  const policies = json.map((path) => read(root, path)).filter(({ text }) => isPolicy(text));
  return { workflows, policies };
}

const isPolicy = (text: string): boolean => text.includes('"Statement"') && /"(?:Not)?Action"/.test(text);

function filesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
  } catch {
    return [];
  }
}

function walk(root: string): string[] {
  const files: string[] = [];
  const folders = [root];
  let entriesLeft = maxEntries;
  for (let folder = folders.pop(); folder !== undefined && entriesLeft > 0; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      entriesLeft--;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name)) folders.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }

  return files.sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function read(root: string, path: string): Source {
  const file = relative(root, path).replaceAll('\\', '/');
  try {
    return { file, text: statSync(path).size > maxBytes ? '' : readFileSync(path, 'utf8') };
  } catch {
    return { file, text: '' };
  }
}
