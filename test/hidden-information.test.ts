import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'vitest';
import { rules } from '../src/engine/codes/rules.ts';
import { exampleFile } from '../src/engine/review/lint-example.ts';
import { cases } from './case.ts';
import { sample } from './extent.ts';
import { type Files, type Hiding, hidingsOf } from './hiding.ts';
import { mistakeScenes } from './mistake-scenes.ts';
import { type ReviewedFiles, reviewFiles } from './reviewed-files.ts';
import { ruleScenes } from './rule-scenes.ts';

interface Subject extends ReviewedFiles {
  readonly name: string;
}

function subjects(): Subject[] {
  const examples = rules.flatMap(({ id, examples: shown }) =>
    Object.entries(shown()).flatMap(([kind, all]) =>
      (all as ReturnType<typeof shown>['bad']).map((example, index) => ({
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

type Counts = ReadonlyMap<string, number>;

/** How many errors, and errors and warnings, a review has of each code. */
function alarms(subject: ReviewedFiles): Counts {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { diagnostic, isNew } of reviewFiles(subject).findings as any) {
    const { code, severity } = diagnostic;
    if (severity === 'note') continue;
    add(code);
    if (severity === 'error') add(`${code} (error)`);
  }
  return counts;
}

const more = (before: Counts, after: Counts): string[] =>
  [...after].filter(([code, count]) => count > (before.get(code) ?? 0)).map(([code]) => code);

function hidden(subject: Subject, hiding: Hiding, ofBase: ReadonlyMap<string, Hiding>): ReviewedFiles {
  const head = { ...subject.head, [hiding.file]: hiding.text };
  const alike = ofBase.get(hiding.name);
  if (subject.base === null || !alike) return { ...subject, head };
  return { ...subject, head, base: { ...subject.base, [alike.file]: alike.text } };
}

test('x', async () => {
  const { writeFileSync } = await import('node:fs');
  const out: string[] = [];
  let count = 0;
  const only = process.env.ONLY ?? '';
  const rate = Number(process.env.RATE ?? 40);
  const byCode = new Map<string, number>();
  const start = performance.now();
  for (const subject of subjects()) {
    if (!subject.name.includes(only)) continue;
    const hidings = hidingsOf(subject.head).filter((h) => rate === 1 || hash(`${subject.name} ${h.name}`) % rate === 0);
    if (hidings.length === 0) continue;
    const ofBase = new Map(subject.base ? hidingsOf(subject.base).map((one) => [one.name, one]) : []);
    const before = alarms(subject);
    for (const hiding of hidings) {
      count++;
      const input = hidden(subject, hiding, ofBase);
      const found = more(before, alarms(input));
      if (found.length === 0) continue;
      for (const code of found) byCode.set(code, (byCode.get(code) ?? 0) + 1);
      out.push(`${subject.name} | ${hiding.name} | ${found.join(', ')}`);
    }
  }
  const sum = [...byCode]
    .sort((a, b) => b[1] - a[1])
    .map(([c, n]) => `${n} ${c}`)
    .join('\n');
  writeFileSync(
    process.env.OUT ?? '/tmp/ev/violations.txt',
    `${out.join('\n')}\n\n${sum}\n${count} hidings, ${out.length} violations, ${Math.round(performance.now() - start)} ms\n`,
  );
});

import { createHash } from 'node:crypto';

const hash = (t: string) => createHash('sha256').update(t).digest().readUInt32BE();
