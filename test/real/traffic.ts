import { deliver, origin } from '../bot/bot-world.ts';
import type { FakeGitHub } from '../github/github.ts';
import { pool } from '../github/scene.ts';

/** The amount of traffic. */
export interface Traffic {
  readonly pulls: number;
  readonly deliveries: number;
  readonly seed: number;
}

/** A pull request, with the expected result for its newest head. */
export interface TrafficPull {
  readonly number: number;
  head: string;
  version: number;
}

/** Pseudorandom numbers that are the same in every run. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Opens pull requests, each with a different error. */
export async function openPulls(fake: FakeGitHub, count: number): Promise<TrafficPull[]> {
  const pulls: TrafficPull[] = [];
  for (let i = 0; i < count; i++) {
    const base = fake.git.commit({ 'pool.yaml': pool(), 'scene.txt': String(i) });
    const head = fake.git.commit({ 'pool.yaml': pool('version0'), 'scene.txt': String(i) }, [base]);
    const number = await fake.open({ base, head, branch: `traffic-${i}` });
    pulls.push({ number, head, version: 0 });
  }
  return pulls;
}

interface Letter {
  readonly id: string;
  readonly pull: TrafficPull;
  readonly action: string;
  /** The head that the delivery names. It may be outdated on arrival. */
  readonly head: string;
}

/**
 * Sends deliveries like those of a busy organization. They include pushes, a third of all are duplicates, and neighbors change
 * places. A delivery that is not acknowledged is sent again, to the next replica, as an operator's redelivery would be.
 */
export async function send(
  fake: FakeGitHub,
  pulls: readonly TrafficPull[],
  {
    traffic,
    urls,
    at = {},
  }: { traffic: Traffic; urls: readonly string[]; at?: Readonly<Record<number, () => Promise<void>>> },
): Promise<{ acknowledged: number; retried: number; ms: number[] }> {
  const random = chance(traffic.seed);
  const late: Letter[] = [];
  const ms: number[] = [];
  const running = new Set<Promise<void>>();
  let [retried, sent] = [0, 0];
  const post = async (letter: Letter): Promise<void> => {
    for (let tries = 0; ; tries++) {
      const url = urls[(sent + tries) % urls.length]!;
      const payload = { ...origin, action: letter.action, number: letter.pull.number, pull_request: pullOf(letter) };
      const answer = await deliver(url, 'pull_request', payload, { id: letter.id }).catch(() => undefined);
      if (answer?.status === 200) return void ms.push(answer.ms);
      retried++;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  for (; sent < traffic.deliveries; sent++) {
    await at[sent]?.();
    const pull = pulls[Math.floor(random() * pulls.length)]!;
    const isPush = random() < 0.1 && sent < traffic.deliveries - pulls.length;
    if (isPush) push(fake, pull);
    const fresh: Letter = {
      id: `delivery-${sent}`,
      pull,
      action: isPush ? 'synchronize' : 'reopened',
      head: pull.head,
    };
    late.push(fresh);
    // The order changes: any of the last few is sent first, and a duplicate stays in the list.
    const index = Math.floor(random() * late.length);
    const letter = late[index]!;
    if (random() < 2 / 3 || late.length > 20) late.splice(index, 1);
    const task = post(letter).finally(() => running.delete(task));
    running.add(task);
    if (running.size >= 16) await Promise.race(running);
  }
  for (const letter of late) await post(letter);
  await Promise.all(running);
  return { acknowledged: ms.length, retried, ms };
}

/** Pushes a different error to a pull request. */
export function push(fake: FakeGitHub, pull: TrafficPull): void {
  pull.version++;
  const files = { 'pool.yaml': pool(`version${pull.version}`), 'scene.txt': String(pull.number) };
  pull.head = fake.git.commit(files, [pull.head]);
  fake.moveHead(pull.number, pull.head);
}

const pullOf = ({ pull: { number }, head }: Letter) => ({
  number,
  state: 'open',
  head: { sha: head },
  base: { sha: head },
});
