import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandHelp } from '../src/hosts/cli/arguments/command-help.ts';
import { parseConfig } from '../src/io/config/config.ts';
import { options, reviewFormats } from '../src/shared/options.ts';

const pages = [
  'README.md',
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .sort()
    .map((file) => `docs/${file}`),
];
const text = (page: string): string => readFileSync(page, 'utf8');
const prose = (page: string): string => text(page).replace(/^```[\s\S]*?^```/gm, '');
const blocks = (page: string, language: string): string[] =>
  [...text(page).matchAll(new RegExp(`^\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, body]) => body!,
  );

/** The anchor that GitHub gives a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

function broken(page: string): string[] {
  return [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', fragment] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(file)) return [target];
    if (fragment === undefined) return [];
    const headings = [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading!));
    return headings.includes(fragment) ? [] : [target];
  });
}

describe('the documentation', () => {
  test('every format has a row', () => {
    const rows = [...text('docs/formats.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!);
    expect(rows.slice(0, reviewFormats.length).sort()).toEqual([...reviewFormats].sort());
  });

  test.each(pages)('%s: its links lead somewhere', (page) => expect(broken(page)).toEqual([]));

  test.each(pages)('%s: its commands and flags exist', (page) => {
    const lines = blocks(page, 'sh').flatMap((block) =>
      block
        .replace(/\\\n/g, ' ')
        .replace(/\$\([^)]*(?:\([^)]*\)[^)]*)*\)/g, '…')
        .split('\n'),
    );
    const flags = new Set(options.flatMap(({ name, commands }) => (commands.length > 0 ? [name] : [])));
    const known = new Set([...flags, 'help', 'version', 'no-color']);
    const calls = lines.flatMap((line) => [
      ...line.matchAll(/(?:dist\/cli\.js|\bplumbline) ((?:[a-z-]+)\b.*?)(?:[|;#]|$)/g),
    ]);
    const wrong = calls.flatMap(([, call = '']) => {
      const [command = ''] = call.split(' ');
      const asked = [...call.matchAll(/ --([a-z-]+)/g)].map(([, name]) => name!);
      return [
        ...(Object.hasOwn(commandHelp, command) || command.startsWith('-') ? [] : [command]),
        ...asked.filter((name) => !known.has(name) && !known.has(name.replace(/^no-/, ''))),
      ];
    });
    expect(wrong).toEqual([]);
  });

  test.each(pages)('%s: it installs this version', (page) => {
    const { version } = JSON.parse(text('package.json')) as { version: string };
    const named = [...text(page).matchAll(/releases\/download\/v(\S+)\/plumbline-(\S+)\.tgz|rev: v(\S+)/g)];
    const others = named.flatMap(([, ...versions]) => versions.filter((one) => one !== undefined && one !== version));
    expect(others).toEqual([]);
    // npm's registry has another program with this name.
    expect(text(page)).not.toMatch(/\bnpx (--yes )?plumbline\b/);
  });

  test.each(pages)('%s: its configurations are valid', (page) => {
    for (const block of blocks(page, 'ya?ml').filter((body) => body.startsWith('# plumbline.yaml')))
      expect(() => parseConfig({ file: 'plumbline.yaml', text: block })).not.toThrow();
  });
});
