import { resolve } from 'node:path';
import { type HandedOver, readHandOver } from '../../io/render/hand-over/handed-over.ts';
import type { Session } from './session.ts';

/** What the render job of this run handed over for a commit; undefined without the input `rendered`. Throws PlumblineError('usage'). */
export function handedOverTo({ inputs: { rendered }, job }: Session, commit: string): HandedOver | undefined {
  if (rendered === undefined) return undefined;
  return readHandOver(resolve(job.workspace, rendered), rendered, { commit, run: String(job.runId) });
}
