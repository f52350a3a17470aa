import { describe, expect, test } from 'vitest';
import { type Ran, run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { cases, formats } from './case.ts';

describe.each(cases())('$name', ({ folder, argv }) => {
  const ran = new Map<string, Promise<Ran>>();
  const reviewAs = (format: string): Promise<Ran> => {
    if (!ran.has(format)) ran.set(format, run([...argv, '--format', format, '--quiet']));
    return ran.get(format)!;
  };

  test.each(formats)('%s', async (file, format) => {
    const { code, stdout, stderr } = await reviewAs(format);
    expect(stderr).toBe('');
    await expect(stdout).toMatchFileSnapshot(`../${folder}/expected/${file}`);
    const { verdict } = JSON.parse((await reviewAs('json')).stdout);
    expect(code).toBe(verdict.result === 'block' ? 1 : 0);
  });

  test('messages have no full stop, and helps are sentences', async () => {
    const { diagnostics } = JSON.parse((await reviewAs('json')).stdout) as {
      diagnostics: { message: string; help?: string }[];
    };
    for (const { message, help = 'None.' } of diagnostics) {
      expect(message).not.toMatch(/[.?!]$/);
      // Karpenter's own messages are quoted unchanged.
      expect(help).toMatch(/[.?]$|(^|[.] )Karpenter says: /);
    }
  });
});
