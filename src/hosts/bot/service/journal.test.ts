import { describe, expect, test } from 'vitest';
import { openJournal, redact } from './journal.ts';

describe('T18: nothing secret is written', () => {
  test.each([
    ['an installation token', 'ghs_0123456789abcdefghijABCDEFGHIJ'],
    ['a personal token', 'ghp_0123456789abcdefghijABCDEFGHIJ'],
    ['a fine-grained token', 'github_pat_11ABCDEFG0123456789_abcdefghijklmnopqrstuvwxyz'],
    ['a JSON web token', 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiI0MjQyIn0.c2lnbmF0dXJl'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----'],
    ['an authorization header', 'bearer abcdefghijklmnop'],
    ['a password in an address', 'redis://user:hunter2hunter2@redis:6379'],
  ])('%s', (_, secret) => {
    const clean = redact(`before ${secret} after`);
    expect(clean).toMatch(/^before .*after$/s);
    const core = secret.replace(/^.*?(?:bearer |user:)/, '').replace(/@redis.*/, '');
    expect(clean).not.toContain(core);
  });

  test('a given secret, whatever it looks like', () => {
    const lines: string[] = [];
    const journal = openJournal({
      level: 'trace',
      write: (line) => void lines.push(line),
      secrets: ['tell "nobody"\n'],
    });
    journal.info({ deep: { er: 'tell "nobody"\n' } }, 'tell "nobody"\n');
    journal.child({ more: 'tell "nobody"\n' }).error(new Error('tell "nobody"\n'));
    expect(lines.join('')).not.toContain('nobody');
  });
});

describe('a journal', () => {
  const written = (level: 'info' | 'warn', log: (journal: ReturnType<typeof openJournal>) => void): unknown[] => {
    const lines: string[] = [];
    log(openJournal({ level, write: (line) => void lines.push(line), now: () => new Date(0) }));
    return lines.map((line) => JSON.parse(line));
  };
  const time = '1970-01-01T00:00:00.000Z';

  test('writes one JSON object per line, whatever the text', () => {
    expect(written('info', (journal) => journal.info('a\n{"level":"fatal"}'))).toEqual([
      { time, level: 'info', msg: 'a\n{"level":"fatal"}' },
    ]);
  });

  test('leaves out entries below its level', () => {
    expect(written('warn', (journal) => journal.info('x'))).toEqual([]);
  });

  test('writes the name of an event and not its content', () => {
    expect(written('info', (journal) => journal.info({ event: { name: 'push', payload: { a: 1 } } }, 'm'))).toEqual([
      { time, level: 'info', msg: 'm', event: 'push' },
    ]);
  });
});
