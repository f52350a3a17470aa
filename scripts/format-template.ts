/** Converts a name with dashes to a name in code: `check-style` → `checkStyle`. */
export const camelCase = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A renderer that prints only the number of findings, until somebody fills it in. */
export const formatTemplate = (name: string): string => `import { logLine } from '../../text/words/log-text.ts';
import type { Renderer } from '../report.ts';

/** TODO: what ${name} is for, and who reads it. */
export const ${camelCase(name)}: Renderer = {
  format: '${name}',
  render({ review }) {
    // Texts of a pull request may contain anything. src/engine/text/words/ escapes them for a log, Markdown or JSON,
    // and test/hostile-text.test.ts checks that.
    return review.findings.map(({ diagnostic }) => \`\${logLine(diagnostic.message)}\\n\`).join('');
  },
};
`;

/** The test of such a renderer. */
export const formatTestTemplate = (name: string): string => `import { expect, test } from 'vitest';
import { fixtures } from '../fixtures.test-support.ts';
import { report } from '../test-support.ts';
import { ${camelCase(name)} } from './${name}.ts';

test.each(fixtures)('%s: a line for each finding', (_, fixture) => {
  const review = fixture();
  expect(${camelCase(name)}.render(report(review), {}).split('\\n')).toHaveLength(review.findings.length + 1);
});
`;

/** Other files that have to name a format: path → the text with the new name. */
export const formatEntries: Readonly<Record<string, (text: string, name: string) => string>> = {
  'src/shared/options.ts': (text, name) => text.replace(/(reviewFormats = \[[^\]]*?)(,?\s*)\]/, `$1, '${name}'$2]`),
  'src/engine/report/renderers.ts': (text, name) =>
    text
      .replace(/^import /, `import { ${camelCase(name)} } from './documents/${name}.ts';\nimport `)
      .replace(/(const byFormat = \{\n)/, `$1  ${entry(name, camelCase(name))},\n`),
  'src/hosts/cli/arguments/format-of-file.ts': (text, name) =>
    text.replace(/(const extensions[^=]*= \{\n)/, `$1  ${entry(name, '[]')},\n`),
  'docs/formats.md': (text, name) =>
    text.replace(/((?:^\|.*\n)+)/m, `$1| \`${name}\` | TODO: who reads it | TODO: what it holds |\n`),
};

const entry = (key: string, value: string): string =>
  key === value ? key : `${key.includes('-') ? `'${key}'` : key}: ${value}`;
