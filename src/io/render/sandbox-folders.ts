import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** The start of the names of a thread's folders, so that another thread can remove what a thread that was ended left behind. */
const prefixOf = (thread: number): string => `plumbline-render-${process.pid}-${thread}-`;

/** A new folder for a sandbox of this thread. */
export const newSandboxFolder = (): string => mkdtempSync(join(tmpdir(), prefixOf(threadId)));

/** Removes the folders of a thread that has ended. */
export function removeSandboxes(thread: number): void {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(prefixOf(thread))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}
