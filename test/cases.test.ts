import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ran, run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { cases, formats } from './case.ts';
import { isolatedFolder } from './isolated-folder.ts';

describe.each(cases())('$name', ({ folder, argv }) => {
  let cwd: string;
  const outputIn = (format: string): string => join(cwd, `output.${format}`);
  const textIn = (format: string): string => readFileSync(outputIn(format), 'utf8');

  /** One review, written in every format. */
  let ran: Ran;
  beforeAll(async () => {
    cwd = isolatedFolder([folder, ...argv.filter((argument) => existsSync(argument))]);
    const flags = formats.flatMap(([, format]) => ['--output', `${format}=${outputIn(format)}`]);
    ran = await run([...argv, ...flags, '--quiet'], { cwd });
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test('exits with the code of its verdict and writes nothing else', () => {
    const { verdict } = JSON.parse(textIn('json'));
    expect(ran).toEqual({ code: verdict.result === 'block' ? 1 : 0, stdout: '', stderr: '' });
  });

  test.each(formats)('%s', async (file, format) => {
    await expect(textIn(format)).toMatchFileSnapshot(`../${folder}/expected/${file}`);
  });

  test('messages have no full stop, and helps are sentences', () => {
    const { diagnostics } = JSON.parse(textIn('json')) as {
      diagnostics: { message: string; help?: string }[];
    };
    for (const { message, help = 'None.' } of diagnostics) {
      expect(message).not.toMatch(/[.?!]$/);
      // Karpenter's own messages are quoted unchanged.
      expect(help).toMatch(/[.?]$|(^|[.] )Karpenter says: /);
    }
  });
});
