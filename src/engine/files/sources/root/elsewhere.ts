import { mayHaveNodes } from '../../../manifest/node-charts.ts';
import type { FileTree } from '../repository/file-tree.ts';
import type { Elsewhere, Obstacle } from './root.ts';

/** A chart or manifests that are not in the repository, and what the repository says about them. */
export interface Absent {
  /** The name of the chart, or the path of the manifests. */
  readonly what: string;
  /** The name of what installs them. */
  readonly name: string;
  /** The version, inline values, patches. */
  readonly said: unknown;
  /** Values files in this repository. */
  readonly valueFiles: readonly string[];
  /** Why nothing is rendered. */
  readonly obstacle: Obstacle;
}

/** A part of a root that is not in the repository; undefined if it probably has no NodePools, or is Karpenter’s own, which is reviewed. */
export function partElsewhere(
  { what, name, said: settings, valueFiles, obstacle }: Absent,
  tree: FileTree,
): Elsewhere | undefined {
  const text = JSON.stringify([what, settings]);
  const values = [text, ...valueFiles.map((file) => tree.text(file) ?? '')];
  if (!mayHaveNodes(what, { names: [name], values })) return undefined;
  return { given: `${text} ${JSON.stringify(valueFiles.map((file) => [file, tree.files.get(file)]))}`, obstacle };
}
