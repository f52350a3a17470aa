import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../src/engine/review/codes/rules.ts';
import { exampleFile } from '../src/engine/review/lint-example.ts';
import { cases } from './case.ts';
import { isEverything, sample } from './extent.ts';
import { type Exception, exceptions } from './hidden-information-exceptions.ts';
import { type Files, type Hiding, hidingsOf, withHidden } from './hiding.ts';
import { mistakeScenes } from './mistake-scenes.ts';
import { type ReviewedFiles, reviewFiles } from './reviewed-files.ts';
import { ruleScenes } from './rule-scenes.ts';

interface Subject extends ReviewedFiles {
  readonly name: string;
}

function subjects(): Subject[] {
  const examples = rules.flatMap(({ id, examples: shown }) =>
    Object.entries(shown()).flatMap(([kind, all]: [string, ReturnType<typeof shown>['bad']]) =>
      all.map((example, index) => ({
        name: `example ${id} ${kind} ${index}`,
        base: null,
        head: { [exampleFile(example)]: example.text },
        karpenter: example.karpenter,
        region: example.region,
      })),
    ),
  );
  const scenes = ruleScenes().map((scene) => ({
    name: `scene ${scene.rule}: ${scene.title}`,
    base: scene.base ?? null,
    head: scene.files,
    karpenter: scene.karpenter === 'assumed' ? undefined : (scene.karpenter ?? '1.14'),
    kubernetes: scene.kubernetes,
    region: scene.region ?? 'us-east-1',
  }));
  const mistakes = mistakeScenes().map(({ name, files }) => ({ name: `mistake ${name}`, base: null, head: files }));
  const whole = cases()
    .filter(({ folder }) => existsSync(`${folder}/head`) && !existsSync(`${folder}/args`))
    .map(({ name, folder }) => ({
      name: `case ${name}`,
      base: existsSync(`${folder}/base`) ? filesIn(`${folder}/base`) : null,
      head: filesIn(`${folder}/head`),
      isFigured: true,
    }));
  return [...examples, ...scenes, ...mistakes, ...whole];
}

const filesIn = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((path) => statSync(path).isFile())
      .sort()
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );

/** How many errors, and how many errors and warnings, a review has of each code. */
function alarmsOf(subject: ReviewedFiles): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { diagnostic } of reviewFiles(subject).findings) {
    const { code, severity } = diagnostic;
    if (severity === 'note') continue;
    add(code);
    if (severity === 'error') add(`${code} as an error`);
  }
  return counts;
}

/** A hiding after which a review has more errors or warnings of a code. */
interface Violation {
  readonly subject: string;
  readonly hiding: string;
  readonly codes: readonly string[];
}

function violationsOf(subject: Subject, hidings: readonly Hiding[]): Violation[] {
  if (hidings.length === 0) return [];
  const before = alarmsOf(subject);
  const ofBase = new Map(hidingsOf(subject.base ?? {}).map((one) => [one.name, one]));
  return hidings.flatMap((hiding) => {
    const alike = subject.base && ofBase.get(hiding.name);
    const after = alarmsOf({
      ...subject,
      head: withHidden(subject.head, hiding),
      // What the head hides, the base hides, too. Otherwise the change would remove it.
      base: alike ? withHidden(subject.base!, alike) : subject.base,
    });
    const codes = [...after].filter(([code, count]) => count > (before.get(code) ?? 0)).map(([code]) => code);
    return codes.length === 0 ? [] : [{ subject: subject.name, hiding: hiding.name, codes }];
  });
}

const isMeant =
  ({ subject, hiding, codes }: Violation) =>
  (one: Exception): boolean =>
    one.hiding.test(hiding) && (one.subject?.test(subject) ?? true) && codes.every((code) => one.codes.test(code));

test('hiding information adds no error or warning', () => {
  const found = subjects().flatMap((subject) => {
    const hidings = sample(hidingsOf(subject.head), ({ name }) => `${subject.name} ${name}`, {
      oneOf: 12_000,
      oneOfWhole: 250,
    });
    return violationsOf(subject, hidings);
  });

  const unexpected = found.filter((violation) => !exceptions.some(isMeant(violation)));
  expect(unexpected.map(({ subject, hiding, codes }) => `${subject} | ${hiding} | ${codes.join(', ')}`)).toEqual([]);
  // An exception that no longer occurs is fixed, and goes.
  const unused = exceptions.filter((one) => !found.some((violation) => isMeant(violation)(one)));
  if (isEverything) expect(unused.map(({ because }) => because)).toEqual([]);
});
