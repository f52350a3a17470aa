import { describe, expect, test } from 'vitest';
import { run } from '../src/hosts/cli/terminal/terminal.test-support.ts';
import { cases, formats } from './case.ts';

describe.each(cases())('$name', ({ folder, argv }) => {
  test.each(formats)('%s', async (file, format) => {
    const { code, stdout, stderr } = await run([...argv, '--format', format, '--quiet']);
    expect(stderr).toBe('');
    await expect(stdout).toMatchFileSnapshot(`../${folder}/expected/${file}`);
    const { verdict } = JSON.parse((await run([...argv, '--format', 'json', '--quiet'])).stdout);
    expect(code).toBe(verdict.result === 'block' ? 1 : 0);
  });

  test('messages have no full stop, and helps are sentences', async () => {
    const { stdout } = await run([...argv, '--format', 'json', '--quiet']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string; help?: string }[] };
    for (const { message, help = 'None.' } of diagnostics) {
      expect(message).not.toMatch(/[.?!]$/);
      // Karpenter's own messages are quoted unchanged.
      expect(help).toMatch(/[.?]$|(^|[.] )Karpenter says: /);
    }
  });
});
