import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from '../src/engine/report/values/report.ts';
import { Repository } from '../src/io/git/repository.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { readPair } from '../src/io/sides/read-pair.ts';
import { cliReview } from '../src/review/host-rules.ts';
import { reviewPair } from '../src/review/review-pair.ts';
import type { Texts } from './readings.ts';

/** The text files of a folder by path. */
export function textsOf(folder: string): Texts {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** How to review texts. */
export interface TextReview {
  /** Renders kustomizations and charts. */
  readonly renderer: RenderMethod;
  /** The path of a configuration. */
  readonly configuration?: string | undefined;
}

/** Reviews a change from some texts to others as the command line does. */
export async function reviewOfTexts(
  base: Texts,
  head: Texts,
  { renderer, configuration }: TextReview,
): Promise<Report> {
  const top = mkdtempSync(join(tmpdir(), 'plumbline-texts-'));
  try {
    const [before, after] = [written(join(top, 'base'), base), written(join(top, 'head'), head)];
    const pair = await readPair({ repository: new Repository(top), base: before, head: after, paths: [] });
    const { report } = await reviewPair(
      pair,
      {
        current: async () =>
          configuration === undefined ? undefined : { file: configuration, text: readFileSync(configuration, 'utf8') },
        files: async (paths) =>
          paths.filter((file) => existsSync(file)).map((file) => ({ file, text: readFileSync(file, 'utf8') })),
      },
      {
        rules: { ...cliReview, verdicts: 'in the thread of the review' },
        over: { today: '2026-11-25' },
        renderer,
        onNote: () => {},
      },
    );
    return report;
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

function written(folder: string, texts: Texts): string {
  mkdirSync(folder);
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
