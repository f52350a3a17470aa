import type { Rule } from '../src/engine/rules/lint/rule.ts';
import { mistakeScenes } from '../test/mistake-scenes.ts';
import { ruleScenes } from '../test/rule-scenes.ts';
import type { ExpectedFinding } from '../test/scene-files.ts';
import { findingsIn, isHeardElsewhere, type LintedScene, outcomesOf } from './rule-outcomes.ts';

const named = ({ file, line, code, severity }: ExpectedFinding): string => `${file}:${line} ${code} ${severity}`;

const withText = (finding: ExpectedFinding, text: string | undefined): string =>
  text === undefined ? named(finding) : `${named(finding)} ${text}`;

/** Whether a text contains the parts that a scene writes, in their order. */
function contains(text: string, parts: string): boolean {
  let from = 0;
  return parts.split(' … ').every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}

/** The findings of a rule as the scene names them, if their texts contain what it says. */
export const asExpected = (findings: readonly ExpectedFinding[], expected: readonly ExpectedFinding[]): string[] =>
  findings.map((finding, i) => {
    const { text } = expected[i] ?? {};
    return text === undefined || contains(finding.text!, text)
      ? withText(finding, text)
      : `${named(finding)} ${finding.text}`;
  });

/** The findings that a scene expects, with the texts that they contain. */
export const asWritten = (expected: readonly ExpectedFinding[]): string[] =>
  expected.map((finding) => withText(finding, finding.text));

/** What a scene with a mistake asks of a rule: some findings, or none. */
interface Asked {
  readonly scene: LintedScene;
  isGiven(found: readonly ExpectedFinding[]): boolean;
}

/** What the tests ask of one rule. The returned function says whether a changed copy of the rule passes them. */
export function checksOf(rule: Rule): (changed: Rule) => boolean {
  const expected = outcomesOf(rule);
  const code = `lint/${rule.id}`;
  const scenes = [
    ...ruleScenes()
      .filter(({ rule: id }) => id === rule.id)
      .map(exactly),
    ...mistakesOf(rule, code),
  ];
  // Without rendering, a scene may not show what the whole review finds.
  const asked = scenes.filter(({ scene, isGiven }) => isGiven(findingsIn(rule, scene)));
  return (changed) => {
    const { bad, silent } = outcomesOf(changed);
    if (bad !== expected.bad || silent !== expected.silent) return false;
    if (!asked.every(({ scene, isGiven }) => isGiven(findingsIn(changed, scene)))) return false;
    return !isHeardElsewhere(changed);
  };
}

const exactly = ({ expected, ...scene }: LintedScene & { readonly expected: readonly ExpectedFinding[] }): Asked => ({
  scene,
  isGiven: (findings) => asExpected(findings, expected).join('\n') === asWritten(expected).join('\n'),
});

/** The scenes of test/mistakes that are about a rule. Their test asks for the findings that they name, or for silence. */
function mistakesOf({ mistakes }: Rule, ruleCode: string): Asked[] {
  return mistakeScenes().flatMap(({ mistake, files, expected }) => {
    const wanted = expected.filter(({ code }) => code === ruleCode).map(named);
    const isAbout = wanted.length > 0 || (expected.length === 0 && mistakes.includes(Number(mistake)));
    if (!isAbout) return [];
    const isGiven = (findings: readonly ExpectedFinding[]): boolean =>
      wanted.length > 0 ? wanted.every((name) => findings.map(named).includes(name)) : findings.length === 0;
    return [{ scene: { files }, isGiven }];
  });
}
