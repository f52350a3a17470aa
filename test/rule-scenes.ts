import { readdirSync, readFileSync } from 'node:fs';
import type { LintedScene } from '../scripts/rule-outcomes.ts';
import { compareNames } from '../src/engine/text/name-order.ts';
import { type ExpectedFinding, scenesIn } from './scene-files.ts';

/** A scene for one rule, which is run alone and without rendering. */
export interface RuleScene extends LintedScene {
  readonly rule: string;
  readonly title: string;
  /** All findings of the rule. */
  readonly expected: readonly ExpectedFinding[];
}

const root = 'test/rules';
const head = /^([a-z0-9-]+)(?: \(([^)]+)\))?: (.+)$/;

/**
 * The scenes that pin down details of the rules. A title is `rule: what it shows`, or
 * `rule (kubernetes 1.33, region eu-west-1): …` with the conditions. `-- base: path --` is a file before the change.
 */
export const ruleScenes = (): RuleScene[] =>
  readdirSync(root)
    .sort()
    .flatMap((file) => scenesIn(readFileSync(`${root}/${file}`, 'utf8')).map((scene) => sceneOf(file, scene)));

function sceneOf(file: string, scene: ReturnType<typeof scenesIn>[number]): RuleScene {
  const [, rule, conditions = '', title] = head.exec(scene.head) ?? [];
  if (rule === undefined || title === undefined) throw new Error(`${file}: “${scene.head}” is not a title`);
  const given = Object.fromEntries(conditions.split(', ').map((one) => one.split(' ') as [string, string]));
  const files = Object.entries(scene.files);
  const before = files.filter(([path]) => path.startsWith('base: '));
  return {
    rule,
    title,
    expected: scene.expected.toSorted((a, b) => compareNames(a.file, b.file)),
    files: Object.fromEntries(files.filter(([path]) => !path.startsWith('base: '))),
    ...(before.length > 0 && { base: Object.fromEntries(before.map(([path, text]) => [path.slice(6), text])) }),
    karpenter: given.karpenter,
    kubernetes: given.kubernetes,
    region: given.region,
    today: given.today,
  };
}
