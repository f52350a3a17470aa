import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ran, run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { cases, formats } from './case.ts';

let outputs: string;
beforeAll(() => {
  outputs = mkdtempSync(join(tmpdir(), 'plumbline-cases-'));
});
afterAll(() => rmSync(outputs, { recursive: true, force: true }));

describe.each(cases())('$name', ({ name, folder, argv }) => {
  const outputIn = (format: string): string => join(outputs, `${name}.${format}`);
  const textIn = (format: string): string => readFileSync(outputIn(format), 'utf8');

  /** One review, written in every format. */
  let ran: Ran;
  beforeAll(async () => {
    const flags = formats.flatMap(([, format]) => ['--output', `${format}=${outputIn(format)}`]);
    ran = await run([...argv, ...flags, '--quiet']);
  });

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
