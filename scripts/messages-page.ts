import { writeFileSync } from 'node:fs';
import { rules } from '../src/engine/review/codes/rules.ts';
import { commandNames } from '../src/hosts/cli/arguments/command-help.ts';
import { help, overview } from '../src/hosts/cli/arguments/help.ts';
import { findings } from './rule-docs.ts';
import { sourceTexts } from './source-texts.ts';

/**
 * Every text that plumbline can print, so that they can be read in one sitting (docs/style.md). `npm run messages` writes it to docs/messages.md,
 * which is not in git.
 */
export function messagesPage(): string {
  return `${[
    '<!-- Generated from src/ by `npm run messages`. -->',
    '# Messages',
    '',
    'Every text plumbline can print, for whoever writes, reviews or translates them. The [style guide](style.md) says how to write them.',
    '',
    '- [Findings](#findings), as they are printed for the examples of each rule',
    '- [Help](#help) of the command line',
    '- [Texts in the source](#texts-in-the-source): `{name}` is replaced when the text is printed, and `[one / other]` is one of several texts',
    '',
    '## Findings',
    ...rules.flatMap((rule) => ['', `### lint/${rule.id}`, '', ...foundBy(rule)]),
    '',
    '## Help',
    '',
    fenced(overview('all')),
    ...commandNames.flatMap((command) => ['', fenced(help(command))]),
    '',
    '## Texts in the source',
    ...sourceTexts().flatMap(({ file, texts }) => ['', `### ${file}`, '', ...texts.map((text) => `- ${plain(text)}`)]),
  ].join('\n')}\n`;
}

const foundBy = (rule: (typeof rules)[number]): string[] => [
  ...new Set(
    rule
      .examples()
      .bad.flatMap((example) =>
        findings(example).map(
          ({ message, help: advice }) =>
            `- ${plain(message)}${advice === undefined ? '' : `<br>Help: ${plain(advice)}`}`,
        ),
      ),
  ),
];

const fenced = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;

/** One line, with nothing that Markdown takes for a tag or a link. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/\s*\n\s*/gu, ' ⏎ ')
    .replace(/</gu, '&lt;')
    .replace(/([\\*_[\]])(?=[^`]*(?:`[^`]*`[^`]*)*$)/gu, '\\$1');

if (import.meta.main) {
  writeFileSync('docs/messages.md', messagesPage());
  console.log('docs/messages.md is written.');
}
