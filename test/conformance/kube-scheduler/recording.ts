import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Decision, RecordedCluster } from '../../oracle/kube-scheduler/cluster.ts';

/** The decisions of the real kube-scheduler of one minor version in the generated clusters. */
export interface SchedulerRecording {
  readonly minor: string;
  readonly version: string;
  readonly clusters: readonly RecordedDecisions[];
}

/** The decisions in one cluster. Those in large clusters are recorded as a digest, because they name hundreds of nodes. */
export interface RecordedDecisions {
  /** Digest of the generated cluster. If it differs, the generator was changed and has to be recorded again. */
  readonly cluster: string;
  readonly decisions: readonly (Decision | string)[];
}

const largest = 40;

/** How many generated clusters are recorded. */
export const recordedClusters = 170;

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

/** The decisions in one cluster, in the form in which they are recorded and compared. */
export const recorded = (cluster: RecordedCluster, decisions: readonly Decision[]): RecordedDecisions => ({
  cluster: digest(cluster),
  decisions: decisions.map((decision) => {
    const ordered = inOrder(decision);
    return cluster.nodes.length > largest ? digest(ordered) : ordered;
  }),
});

const sorted = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The same decision with its keys in one order. */
const inOrder = ({ found, rejected, preFilter, scores, total, chosen, preempts }: Decision): Decision => ({
  found,
  rejected: sorted(rejected),
  ...(preFilter !== undefined && { preFilter }),
  scores: sorted(scores),
  total,
  ...(chosen !== undefined && { chosen }),
  ...(preempts && { preempts: { node: preempts.node, victims: preempts.victims } }),
});

const fileOf = (minor: string): URL => new URL(`./${minor}.json.br`, import.meta.url);

export const readSchedulerRecording = (minor: string): SchedulerRecording =>
  JSON.parse(brotliDecompressSync(readFileSync(fileOf(minor))).toString('utf8')) as SchedulerRecording;

/** Returns the size of the file. */
export function writeSchedulerRecording(recording: SchedulerRecording): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = brotliCompressSync(JSON.stringify(recording), { params });
  writeFileSync(fileOf(recording.minor), packed);
  return packed.length;
}
