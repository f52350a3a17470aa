import type { Scene } from '../github/scene.ts';
import type { Narrator } from './narrator.ts';
import type { World } from './world.ts';

/** What the scenes pass on to each other. */
export interface Story {
  readonly world: World;
  readonly narrator: Narrator;
  /** Path → text of the files that `init` wrote. */
  readonly written: Readonly<Record<string, string>>;
  /** The files of main. */
  main: Readonly<Record<string, string>>;
  /** The pull request, once it is open. */
  pull: Scene | undefined;
  /** The files of its branch. */
  branch: Readonly<Record<string, string>>;
  /** The digest of the plan in the comment. */
  digest: string;
  /** The commit of main after the merge. */
  merged: string;
}
