import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from './case.ts';
import { isWhole, propertySeed } from './extent.ts';
import { FakeGitHub } from './github/github.ts';
import { readings, type Texts } from './readings.ts';

let fake: FakeGitHub;
beforeAll(async () => {
  fake = await FakeGitHub.start();
});
afterAll(() => fake.close());

/** The files of a folder by path, without those that are not text. */
function textsOf(folder: string): Texts {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Example repositories, and the sides of the cases. All of them contain something relevant. */
const repositories = [
  ...['eks-hpa', 'kops', 'terraform-spot', 'v1beta1'].map((name) => join('examples', name)),
  ...cases().flatMap(({ folder }) =>
    readdirSync(folder).flatMap((side) => (side === 'head' ? [join(folder, side)] : [])),
  ),
].map((folder) => textsOf(folder));

/** A change to a file of a repository. */
const edits: readonly ((texts: Texts, path: string) => Texts)[] = [
  (texts, path) => ({ ...texts, [path]: texts[path]!.replace(/\d+/, (number) => String(Number(number) + 1)) }),
  (texts, path) => ({ ...texts, [path]: texts[path]!.replace(/limits/, 'limit') }),
  (texts, path) => ({ ...texts, [path]: `${texts[path]}\n# nothing else\n` }),
  (texts, path) => ({ ...texts, [`more/${path}`]: texts[path]! }),
  (texts, path) => Object.fromEntries(Object.entries(texts).filter(([one]) => one !== path)),
];

const edit = fc.record({ edit: fc.nat(edits.length - 1), file: fc.nat(1000) });

/** Generated changes. */
const numRuns = isWhole ? 12 : 3;

test('a review is the same however its files are read', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(repositories.length - 1),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      async (at, made) => {
        const base = repositories[at]!;
        const head = made.reduce((texts, one) => {
          const paths = Object.keys(texts);
          return paths.length === 0 ? texts : edits[one.edit]!(texts, paths[one.file % paths.length]!);
        }, base);
        fc.pre(JSON.stringify(base) !== JSON.stringify(head) && Object.keys(head).length > 0);
        const [first, ...others] = await readings(base, head, { fake });
        changed += JSON.parse(first!.review).changes.length;
        for (const { by, review } of others) expect(review, `${by}, compared with ${first!.by}`).toBe(first!.review);
      },
    ),
    { numRuns, seed: propertySeed },
  );
  expect(changed).toBeGreaterThan(0);
});
