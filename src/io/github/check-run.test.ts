import { describe, expect, test } from 'vitest';
import {
  type CheckPlace,
  type CheckResult,
  finishCheck,
  isNewestCurrent,
  listRuns,
  openCheck,
  reopenCheck,
  settleCheck,
} from './check-run.ts';
import { pullSubject } from './check-state.ts';
import type { GitHub } from './github.ts';

const appId = 7;
const headSha = 'a'.repeat(40);

interface Run {
  id: number;
  name: string;
  status: string;
  conclusion: string | null;
  external_id: string;
  output: { title: string; summary: string };
  readonly app: { readonly id: number };
}

/** The checks of one commit as GitHub keeps them. Each request is one step, and the test decides which step is next. */
class Checks {
  readonly runs: Run[] = [];
  readonly closed = new Set<number>();
  readonly #waiting = new Map<string, () => void>();
  #made = 0;
  onWrite: () => void = () => {};

  /** The connection of one writer. */
  place(writer: string): CheckPlace {
    const step = <A, T>(act: (asked: A) => T) => {
      return async (asked: A): Promise<{ data: T }> => {
        await new Promise<void>((resolve) => this.#waiting.set(writer, resolve));
        return { data: structuredClone(act(asked)) };
      };
    };
    const checks = {
      listForRef: step(() => ({ check_runs: this.runs })),
      create: step((asked: Partial<Run>) => this.#create(asked)),
      update: step((asked: Partial<Run> & { check_run_id: number }) => this.#update(asked)),
    };
    const pulls = {
      get: step(({ pull_number }: { pull_number: number }) => ({
        state: this.closed.has(pull_number) ? 'closed' : 'open',
        head: { sha: headSha },
      })),
    };
    const paginate = async (list: typeof checks.listForRef) => (await list({})).data.check_runs;
    const github = { rest: { checks, pulls }, paginate } as unknown as GitHub;
    return { github, repository: { owner: 'acme', repo: 'infra' }, name: 'plumbline', headSha };
  }

  #create({ name = '', status = '', external_id = '', output }: Partial<Run>): Run {
    const id = ++this.#made;
    const run: Run = { id, name, status, conclusion: null, external_id, output: output!, app: { id: appId } };
    this.runs.push(run);
    this.onWrite();
    return run;
  }

  #update({ check_run_id, status, conclusion, external_id, output }: Partial<Run> & { check_run_id: number }): Run {
    const run = this.runs.find(({ id }) => id === check_run_id)!;
    if (status) Object.assign(run, { status, conclusion: conclusion ?? null });
    if (external_id !== undefined) run.external_id = external_id;
    if (output) run.output = { title: output.title, summary: output.summary };
    this.onWrite();
    return run;
  }

  /** What GitHub shows and requires. */
  get shown(): string | null {
    return this.runs.at(-1)?.conclusion ?? null;
  }

  /** Lets writers go on one step at a time, in the order that `choose` gives, until all have ended. */
  async play(
    writers: Readonly<Record<string, () => Promise<unknown>>>,
    choose: (names: string[]) => string,
  ): Promise<void> {
    let left = Object.keys(writers).length;
    let failure: unknown;
    for (const write of Object.values(writers))
      write()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => left--);
    for (;;) {
      // All steps are fulfilled promises, so one turn of the event loop brings every writer to its next request.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (failure) throw failure;
      if (left === 0) return;
      const name = choose([...this.#waiting.keys()].sort());
      const go = this.#waiting.get(name)!;
      this.#waiting.delete(name);
      go();
    }
  }
}

const found = (result: CheckResult['result'], annotations = 0): CheckResult => ({
  result,
  fingerprint: result,
  output: { title: `It is a ${result}`, summary: '' },
  annotations: Array.from({ length: annotations }, (_, i) => ({
    level: 'error',
    file: 'pool.yaml',
    startLine: i + 1,
    endLine: i + 1,
    startColumn: 1,
    endColumn: 1,
    title: 'x',
    message: 'x',
  })),
});

const begun = { title: 'under way', summary: '' };

async function review(place: CheckPlace, number: number, result: CheckResult): Promise<void> {
  const runs = await listRuns(place, appId);
  await finishCheck(await openCheck(place, { subject: pullSubject(number), output: begun }, runs), result);
}

/** Every way to merge two rows of steps, given by whose step is next. */
function* orders(a: number, b: number): Generator<string> {
  if (a + b === 0) yield '';
  if (a > 0) for (const rest of orders(a - 1, b)) yield `a${rest}`;
  if (b > 0) for (const rest of orders(a, b - 1)) yield `b${rest}`;
}

/** Follows an order as long as possible. After that, the first run that waits is next. */
const following = (order: string) => {
  let at = 0;
  return (names: string[]): string => {
    while (at < order.length && !names.includes(order[at]!)) at++;
    return order[at++] ?? names[0]!;
  };
};

const worst = { pass: 'success', warn: 'neutral', block: 'failure' } as const;

describe('T57: two reviews of one commit, in every order of their requests', () => {
  test.each([
    ['pass', 'block', 'block'],
    ['block', 'pass', 'block'],
    ['pass', 'pass', 'pass'],
    ['warn', 'pass', 'warn'],
    ['warn', 'block', 'block'],
  ] as const)('%s and %s are together a %s, and never a pass before', async (one, other, both) => {
    let count = 0;
    const shown = new Set<string | null>();
    for (const order of orders(6, 6)) {
      const checks = new Checks();
      checks.onWrite = () => {
        // Once both have opened a run, a success counts for both.
        const areBothOpen = new Set(checks.runs.map(({ external_id }) => external_id.split(':')[0])).size === 2;
        if (areBothOpen && both === 'block') shown.add(checks.shown);
      };
      const writers = {
        a: () => review(checks.place('a'), 1, found(one, 60)),
        b: () => review(checks.place('b'), 2, found(other)),
      };
      await checks.play(writers, following(order));
      expect(checks.shown, order).toBe(worst[both]);
      expect(
        checks.runs.filter(({ status }) => status !== 'completed'),
        order,
      ).toEqual([]);
      count++;
    }
    expect(count).toBe(924);
    for (const lax of ['success', 'neutral']) expect(shown).not.toContain(lax);
  });

  test('over a success of an earlier review, a review that blocks is never hidden', async () => {
    const shown = new Set<string | null>();
    for (const order of orders(6, 6)) {
      const checks = new Checks();
      const first = { a: () => review(checks.place('a'), 1, found('pass')) };
      await checks.play(first, (names) => names[0]!);
      expect(checks.shown).toBe('success');
      let isOpened = false;
      checks.onWrite = () => {
        isOpened ||= checks.runs.filter(({ external_id }) => external_id.startsWith('pull-1:')).length > 1;
        if (isOpened) shown.add(checks.shown);
      };
      const writers = {
        a: () => review(checks.place('a'), 1, found('block', 60)),
        b: () => review(checks.place('b'), 2, found('pass')),
      };
      await checks.play(writers, following(order));
      expect(checks.shown, order).toBe('failure');
    }
    expect(shown).not.toContain('success');
  });

  test('of three reviews the worst is shown, in 2,000 orders', async () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const checks = new Checks();
      let state = seed;
      const choose = (names: string[]): string => {
        state = (state * 48_271) % 2_147_483_647;
        return names[state % names.length]!;
      };
      const writers = {
        a: () => review(checks.place('a'), 1, found('pass')),
        b: () => review(checks.place('b'), 2, found(seed % 2 ? 'block' : 'warn', 60)),
        c: () => review(checks.place('c'), 3, found('pass')),
      };
      await checks.play(writers, choose);
      expect(checks.shown, String(seed)).toBe(seed % 2 ? 'failure' : 'neutral');
    }
  });
});

describe('the check of a commit', () => {
  const alone = (checks: Checks, write: (place: CheckPlace) => Promise<unknown>): Promise<void> =>
    checks.play({ a: () => write(checks.place('a')) }, (names) => names[0]!);

  test('concludes with its last request', async () => {
    const checks = new Checks();
    const seen: (string | null)[] = [];
    checks.onWrite = () => void seen.push(checks.shown);
    await alone(checks, (place) => review(place, 1, found('pass', 180)));
    expect(seen).toEqual([null, null, null, null, null, 'success']);
  });

  test('ignores a pull request that was closed, and shows its own result again', async () => {
    const checks = new Checks();
    await alone(checks, (place) => review(place, 1, found('block')));
    await alone(checks, (place) => review(place, 2, found('pass')));
    expect(checks.runs.at(-1)!.output.title).toBe('Blocked by #1, which has the same commit. It is a pass');
    checks.closed.add(1);
    await alone(checks, async (place) => settleCheck(place, await listRuns(place, appId)));
    expect([checks.shown, checks.runs.at(-1)!.output.title]).toEqual(['success', 'It is a pass']);
  });

  test('must give way when its newest run is that of a closed pull request', async () => {
    const checks = new Checks();
    await alone(checks, (place) => review(place, 1, found('block')));
    const seen: boolean[] = [];
    const look = (place: CheckPlace) => async () =>
      seen.push(await isNewestCurrent(place, await listRuns(place, appId)));
    await alone(checks, (place) => look(place)());
    checks.closed.add(1);
    await alone(checks, (place) => look(place)());
    expect(seen).toEqual([true, false]);
  });

  test('stays blocked after GitHub has deleted the run that blocked it', async () => {
    const checks = new Checks();
    await alone(checks, (place) => review(place, 1, found('block')));
    await alone(checks, (place) => review(place, 2, found('pass')));
    checks.runs.shift();
    await alone(checks, (place) => review(place, 2, found('pass')));
    checks.runs.shift();
    await alone(checks, (place) => review(place, 2, found('pass')));
    expect(checks.shown).toBe('failure');
  });

  test('shows that it was requested again, and does not change a run in progress', async () => {
    const checks = new Checks();
    await alone(checks, (place) => review(place, 1, found('pass')));
    await alone(checks, async (place) =>
      reopenCheck(place, await listRuns(place, appId), [pullSubject(1), pullSubject(9)]),
    );
    expect([checks.shown, checks.runs.at(-1)!.status]).toEqual([null, 'in_progress']);
    await alone(checks, (place) => review(place, 1, found('block')));
    expect(checks.runs.map(({ conclusion }) => conclusion)).toEqual(['cancelled', 'failure']);
  });
});
