import type { Root } from '../../../engine/files/sources/root/root.ts';
import type { LoadedTree } from '../../tree/loaded-tree.ts';
import type { Rendering } from '../render-root.ts';

/** Gives the rendered text of roots. */
export interface RenderMethod {
  /** How many roots it is asked for at the same time. */
  readonly atOnce: number;
  /** How often a program ran. */
  readonly runs: number;
  render(root: Root, tree: LoadedTree): Promise<Rendering>;
}
