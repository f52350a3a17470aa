import { readdirSync, readFileSync } from 'node:fs';
import { type ExpectedFinding, scenesIn } from './scene-files.ts';

/** A small repository with one mistake, or a similar one without it. */
export interface MistakeScene {
  /** Its file and title. */
  readonly name: string;
  /** The number of the mistake in the table, or a word for what the table does not list. */
  readonly mistake: string;
  readonly files: Readonly<Record<string, string>>;
  /** Empty for a repository without the mistake. */
  readonly expected: readonly ExpectedFinding[];
}

const root = 'test/mistakes';

/** Every scene. `=== bad 37: title` or `=== good 37: title` starts one (scene-files.ts). */
export const mistakeScenes = (): MistakeScene[] =>
  readdirSync(root)
    .sort()
    .flatMap((file) =>
      scenesIn(readFileSync(`${root}/${file}`, 'utf8')).map(({ head, ...scene }) => {
        const theme = file.replace(/\.txt$/, '');
        const mistake = /^(?:bad|good) (\S+): /.exec(head)?.[1];
        if (mistake === undefined) throw new Error(`${theme}: “${head}” is not a title`);
        return { ...scene, name: `${theme}: ${head}`, mistake };
      }),
    );
