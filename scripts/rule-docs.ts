import { unifiedDiff } from '../src/engine/files/migration/unified-diff.ts';
import { Texts } from '../src/engine/report/values/texts.ts';
import { codeFrame } from '../src/engine/report/wording/code-frame.ts';
import { codeExplanations } from '../src/engine/review/codes/code-explanations.ts';
import { exampleConditions, suppressionExample } from '../src/engine/review/codes/explanations.ts';
import { type FoundBy, mistakes } from '../src/engine/review/codes/mistakes.ts';
import { rules } from '../src/engine/review/codes/rules.ts';
import { correctedExamples, exampleFile, lintExample } from '../src/engine/review/lint-example.ts';
import type { Example } from '../src/engine/rules/lint/example.ts';
import type { Rule } from '../src/engine/rules/lint/rule.ts';
import { themes } from '../src/engine/rules/lint/themes.ts';
import type { Diagnostic } from '../src/engine/text/diagnostic.ts';
import { palette } from '../src/engine/text/words/terminal.ts';
import { dataFolder } from '../src/io/catalog/data-folder.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { hclParser } from '../src/io/terraform/hcl-parser.ts';
import { ruleFolder } from './rule-template.ts';

const folder = 'docs/rules';
const facts = openFacts(dataFolder);
const parseHcl = await hclParser();

/** The pages about rules and codes by path: one for each lint rule, a list of all codes, and a list of mistakes. */
export function ruleDocs(): Map<string, string> {
  const pages = rules.map((rule): [string, string] => [`${folder}/${rule.id}.md`, page(rule)]);
  return new Map([[`${folder}/README.md`, index()], ['docs/mistakes.md', mistakesPage()], ...pages]);
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function index(): string {
  return lines(
    '# Findings',
    '',
    'Every finding that plumbline can report. `plumbline explain CODE` explains one in the terminal. To silence a finding, write a comment with a reason on the line above it ([more](../control.md)):',
    '',
    fenced('yaml', suppressionExample('lint/require-limits')),
    '',
    '## Lint rules',
    '',
    ...themes.flatMap((theme) => [
      `### ${theme}`,
      '',
      row(['Rule', 'Severity', 'Finds']),
      row(['---', '---', '---']),
      ...rules
        .filter((rule) => rule.theme === theme)
        .map((rule) => row([`[${rule.id}](${rule.id}.md)`, rule.severity, rule.docs.summary])),
      '',
    ]),
    '## Other codes',
    '',
    row(['Code', 'Meaning', 'What to do']),
    row(['---', '---', '---']),
    ...codeExplanations.map(({ code, summary, why, help }) => row([`\`${code}\``, `${summary} ${why}`, help])),
  );
}

function mistakesPage(): string {
  const count = (isMeant: (mistake: (typeof mistakes)[number]) => boolean): number => mistakes.filter(isMeant).length;
  const whole = count(({ foundBy, limits }) => foundBy.length > 0 && limits === undefined);
  const partly = count(({ foundBy, limits }) => foundBy.length > 0 && limits !== undefined);
  return lines(
    '<!-- Generated from src/engine/review/codes/mistakes.ts by `npm run generate`. -->',
    '# Mistakes with Karpenter',
    '',
    `This page lists ${mistakes.length} mistakes that people make with Karpenter, and how plumbline finds them. plumbline finds ${whole} of them, and ${partly} more within the limitations in the last column. It does not look for the other ${count(({ foundBy }) => foundBy.length === 0)}, because manifests do not show them without false alarms.`,
    '',
    row(['No.', 'Mistake', 'Found by', 'Limitations']),
    row(['---', '---', '---', '---']),
    ...mistakes.map(({ number, title, foundBy, limits }) =>
      row([String(number), title, foundBy.map(finder).join(', ') || '–', limits ?? '']),
    ),
  );
}

function finder(by: FoundBy): string {
  if (by === 'migration') return 'the migration to v1, which writes the defaults explicitly';
  if (by === 'change') return 'the effects of a change in `plumbline review`';
  const [stage, id] = by.split('/');
  return stage === 'lint' ? `[\`${by}\`](rules/${id}.md)` : `\`${by}\``;
}

/** The provider that a rule is for, if it is for only one. */
const ownerOf = ({ providers }: Rule): string | undefined =>
  providers !== 'every' && providers.length === 1 ? providers[0] : undefined;

function page(rule: Rule): string {
  const { summary, why, help, url } = rule.docs;
  const { bad, good } = rule.examples();
  const hasFix = bad.some((example) => findings(example).some(({ fix }) => fix));
  const facts = [
    `\`lint/${rule.id}\``,
    rule.severity,
    `since ${rule.since}`,
    ...(hasFix ? ['`plumbline check --fix` can fix it'] : []),
  ];
  return lines(
    `<!-- Generated from ${ruleFolder(ownerOf(rule))}/${rule.id}.ts by \`npm run generate\`. -->`,
    `# ${rule.id}`,
    '',
    facts.join(' · '),
    '',
    summary,
    '',
    '## Why it matters',
    '',
    why,
    '',
    '## What to do',
    '',
    `${help} See [the documentation](${url}).`,
    ...(rule.controls ? ['', controlsText(rule.controls)] : []),
    ...(rule.explains
      ? [
          '',
          `If ${rule.explains.map((code) => `\`${code}\``).join(' or ')} finds the same problem, only this rule reports it.`,
        ]
      : []),
    ...(rule.yieldsTo
      ? [
          '',
          `If ${rule.yieldsTo.map((code) => `\`${code}\``).join(' or ')} finds the same problem, this rule does not report it.`,
        ]
      : []),
    '',
    '## Reported',
    ...bad.flatMap((example, index) => [
      '',
      ...(bad.length > 1 ? [`### Example ${index + 1}`, ''] : []),
      ...conditions(example),
      fenced(fenceOf(example), example.text),
      '',
      fenced('text', rendered(example)),
      ...corrections(example),
    ]),
    '',
    '## Not reported',
    ...good.flatMap((example) => ['', ...conditions(example), fenced(fenceOf(example), example.text)]),
    '',
    '## Silence it',
    '',
    'Write this comment on the line above the finding, or above the first line of the document. Give a reason and, if you want, a last day:',
    '',
    fenced('yaml', suppressionExample(`lint/${rule.id}`)),
    '',
    'To change the severity for all files, set it in `plumbline.yaml`:',
    '',
    fenced('yaml', `rules:\n  ${rule.id}: ${settingOf(rule)}`),
  );
}

/** What changes in a bad example once somebody follows the help. Each further correction is an alternative. */
function corrections(example: Example): string[] {
  const isFixed = findings(example).every(({ fix }) => fix);
  return correctedExamples(example, { facts, parseHcl, settings }).flatMap(({ text }, index) => [
    '',
    index > 0 ? 'Or:' : isFixed ? 'After `plumbline check --fix`:' : 'Corrected:',
    '',
    fenced('diff', changedLines(example.text, text)),
  ]);
}

/** The hunks of a diff, without the headers that name files and line numbers. */
const changedLines = (before: string, after: string): string =>
  unifiedDiff('', before, after)
    .replace(/^(?:---|\+\+\+) .*\n/gm, '')
    .replace(/^@@.*\n/, '')
    .replaceAll(/^@@.*$/gm, ' …');

/** The severities that the configuration can give a rule instead of its own. */
function settingOf({ severity }: Rule): string {
  const [first, ...others] = ['note', 'warning', 'error', 'off'].filter((level) => level !== severity);
  return `${first} # or ${others.join(', ')}`;
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const fenceOf = ({ language }: Example): string => (language === 'terraform' ? 'hcl' : (language ?? 'yaml'));

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

function conditions(example: Example): string[] {
  const text = exampleConditions(example);
  return text === '' ? [] : [`${text}:`, ''];
}

/** The pages show findings as of this day in this time zone. */
const settings = { today: '2027-01-04', timeZone: 'Europe/Berlin' };

/** What plumbline finds in an example. */
export const findings = (example: Example): Diagnostic[] => lintExample(example, { facts, parseHcl, settings });

/** The findings of an example as the terminal shows them, without colors. */
function rendered(example: Example): string {
  const texts = new Texts(new Map([[exampleFile(example), example.text]]));
  const frames = findings(example).map((finding) =>
    [
      `${finding.severity}: ${finding.message}`,
      ...codeFrame(finding, texts, { palette: palette(false), width: 100 }).map((line) => line.trimEnd()),
    ].join('\n'),
  );
  return frames.join('\n\n');
}

/** The controls of security standards that a rule checks, with the page of AWS about its own. */
function controlsText(controls: readonly string[]): string {
  const page = 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html';
  const note = controls.some((control) => control.startsWith('AWS FSBP'))
    ? ` AWS describes its own [controls for EC2](${page}).`
    : '';
  return `It checks a part of ${controls.join(', ')}.${note}`;
}
