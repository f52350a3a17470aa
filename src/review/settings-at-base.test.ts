import { describe, expect, test } from 'vitest';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import { PlumblineError } from '../shared/errors.ts';
import { actionReview, applyReview, botReview, cliReview, type HostRules } from './host-rules.ts';
import { type Note, noteText } from './note.ts';
import { type Invocation, settingsAtBase } from './settings-at-base.ts';

const source = (text: string | undefined) => (text === undefined ? undefined : { file: 'plumbline.yaml', text });

interface Case extends Partial<Invocation> {
  readonly current?: string | undefined;
  readonly proposed?: string;
  readonly named?: string;
  readonly shared?: (reference: { readonly text: string }) => Promise<string>;
}

async function settle(
  rules: HostRules,
  { current, proposed, named, shared, over = {}, fallback = {} }: Case,
  notes: Note[] = [],
) {
  const configuration = {
    current: async () => source(current),
    ...(proposed !== undefined && { proposed: async () => source(proposed) }),
    files: async () => [],
    named,
    ...(shared && { shared }),
  };
  const context = { rules, onNote: (note: Note) => void notes.push(note) };
  const settings = await settingsAtBase(configuration, { over: { today: '2026-03-01', ...over }, fallback }, context);
  return { settings, notes, texts: notes.map(noteText) };
}

describe('the configuration and the invocation', () => {
  test.each<[Settings['failOn'] | undefined, Settings['failOn'] | undefined, Settings['failOn'], Settings['failOn']]>([
    [undefined, undefined, 'error', 'error'],
    [undefined, 'never', 'never', 'never'],
    ['warning', undefined, 'warning', 'warning'],
    ['warning', 'error', 'warning', 'error'],
    ['error', 'never', 'error', 'never'],
    ['note', 'warning', 'note', 'warning'],
    ['never', 'error', 'error', 'error'],
    ['error', 'note', 'note', 'note'],
    ['warning', 'warning', 'warning', 'warning'],
  ])('failOn %s with %s is %s where it is only tightened, else %s', async (configured, given, tightened, set) => {
    const current = configured && `failOn: ${configured}\n`;
    const over = given === undefined ? {} : { failOn: given };
    const inAction = await settle(actionReview, { current, over });
    const inCli = await settle(cliReview, { current, over });
    expect([inAction.settings.failOn, inCli.settings.failOn]).toEqual([tightened, set]);
    const isWeaker = configured !== undefined && given !== undefined && tightened !== given;
    expect([inAction.notes, inCli.notes]).toEqual([
      isWeaker ? [{ about: 'weaker failOn', wanted: given, current: configured }] : [],
      [],
    ]);
  });

  test('are merged, and the invocation wins', async () => {
    const current = 'region: us-east-1\nset: {A: one, B: two}\nignore: [{code: lint/a, reason: r}]\n'.replace(
      'lint/a',
      'lint/require-limits',
    );
    const ignore = [{ code: 'lint/pin-ami-alias', reason: 'later' }] as unknown as Settings['ignore'];
    const { settings } = await settle(botReview, {
      current,
      over: { region: 'eu-west-1', set: { B: 'three' }, ignore },
    });
    expect(settings).toMatchObject({ region: 'eu-west-1', set: { A: 'one', B: 'three' }, today: '2026-03-01' });
    expect(settings.ignore.map(({ code }) => code)).toEqual(['lint/require-limits', 'lint/pin-ami-alias']);
  });

  test('use the fallback if neither sets a value', async () => {
    const fallback = { timeZone: 'Europe/Berlin' };
    expect((await settle(cliReview, { fallback })).settings.timeZone).toBe('Europe/Berlin');
    expect((await settle(cliReview, { fallback, current: 'timeZone: Asia/Tokyo\n' })).settings.timeZone).toBe(
      'Asia/Tokyo',
    );
  });
});

describe('an invalid configuration', () => {
  test.each([actionReview, applyReview, cliReview])('at the base fails: $host', async (rules) => {
    const settling = settle(rules, { current: 'regoin: x\n' });
    await expect(settling).rejects.toBeInstanceOf(PlumblineError);
    await expect(settling).rejects.toMatchObject({ code: 'config' });
  });

  test.each([actionReview, cliReview])(
    'at the base fails after the note that the change fixes it: $host',
    async (rules) => {
      const notes: Note[] = [];
      const settling = settle(rules, { current: 'regoin: x\n', proposed: 'region: us-east-1\n' }, notes);
      await expect(settling).rejects.toMatchObject({ code: 'config' });
      expect(notes.map(({ about }) => about)).toEqual(['proposed configuration']);
    },
  );

  test('at the base makes the bot use the defaults, with a note', async () => {
    const { settings, texts } = await settle(botReview, { current: 'regoin: x\n' });
    expect(settings.region).toBeUndefined();
    expect(texts).toEqual([
      expect.stringMatching(/^plumbline\.yaml:1: .* \(at the base, so this review uses the defaults\)$/),
    ]);
  });

  test('in the change gives a note if the host reports such changes, and never applies', async () => {
    const change = { current: 'region: us-east-1\n', proposed: 'regoin: x\n' };
    for (const rules of [actionReview, botReview, cliReview]) {
      const { settings, notes } = await settle(rules, change);
      expect(settings.region).toBe('us-east-1');
      expect(notes.map(({ about }) => about)).toEqual(['proposed configuration', 'broken configuration']);
    }
    expect((await settle(applyReview, change)).notes).toEqual([]);
  });
});

test('a configuration that the change does not edit gives no note', async () => {
  const same = 'region: us-east-1\n';
  expect((await settle(actionReview, { current: same, proposed: same })).notes).toEqual([]);
});

test('a named configuration that is not found gives a note', async () => {
  expect((await settle(actionReview, { named: 'ops.yaml' })).texts).toEqual([
    'the base has no `ops.yaml`, so the defaults apply',
  ]);
});

describe('T15: a proposed configuration that extends files of other repositories', () => {
  const entry = (name: string): string => `acme/${name}/rules.yaml@${'a'.repeat(40)}`;

  async function readFor(current: string, proposed: string): Promise<{ read: string[]; texts: readonly string[] }> {
    const read: string[] = [];
    const shared = async ({ text }: { readonly text: string }): Promise<string> => {
      read.push(text);
      return 'failOn: warning\n';
    };
    const { texts } = await settle(botReview, { current, proposed, shared });
    return { read: [...new Set(read)], texts };
  }

  test('reads what the configuration at the base extends, too', async () => {
    const extended = `extends: ["${entry('rules')}"]\n`;
    const { read } = await readFor(extended, `${extended}region: eu-west-1\n`);
    expect(read).toEqual([entry('rules')]);
  });

  test('does not read anything else before it is merged, and says nothing about it', async () => {
    const extended = `extends: ["${entry('rules')}"]\n`;
    const { read, texts } = await readFor(extended, `extends: ["${entry('rules')}", "${entry('secret')}"]\n`);
    expect(read).toEqual([entry('rules')]);
    expect(texts.join('\n')).not.toContain('secret');
    expect(texts.join('\n')).toContain('once');
  });
});
