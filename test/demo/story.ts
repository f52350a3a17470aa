import type { Scene } from '../github/scene.ts';
import type { Narrator } from './narrator.ts';
import type { World } from './world.ts';

/** What the scenes hand on to each other. */
export interface Story {
  readonly world: World;
  readonly narrator: Narrator;
  /** Path → text of what `init` wrote. */
  readonly written: Readonly<Record<string, string>>;
  /** The files of main. */
  main: Readonly<Record<string, string>>;
  /** The pull request, once it is open. */
  pull: Scene | undefined;
  /** The files of its branch. */
  branch: Readonly<Record<string, string>>;
  /** The digest of the plan that the comment shows. */
  digest: string;
  /** The commit of main after the merge. */
  merged: string;
}
