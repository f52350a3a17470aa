import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { botEnvironment, deliver, origin } from '../test/bot/bot-world.ts';
import { freePort } from '../test/free-port.ts';
import { chance } from '../test/real/traffic.ts';

/** The load on a bot. */
export interface Load {
  readonly pulls: number;
  readonly deliveries: number;
  readonly perSecond: number;
  /** How many pushes to one of the pull requests GitHub receives per second. */
  readonly pushesPerSecond: number;
}

/** How the bot handled the load. */
export interface BotFigures {
  readonly load: Load;
  /** Milliseconds from sending a delivery to its acknowledgement, at the sender. */
  readonly acknowledged: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Share of deliveries that the bot acknowledged within 100 ms of having read them, by its own clock. */
  readonly inTime: number;
  /** Milliseconds of CPU time of the main thread per delivery. */
  readonly cpu: number;
  readonly reviews: number;
  /** Milliseconds that a review took on average, in the second half of the run. */
  readonly reviewMs: number;
  /** Resident megabytes of the bot after each tenth of the deliveries. */
  readonly megabytes: readonly number[];
}

/** Sends deliveries at an even pace while reviews run, and times the acknowledgements. Needs dist/ and Linux. */
export async function botFigures(load: Load): Promise<BotFigures> {
  const github = spawn(
    process.execPath,
    ['bench/github-stand-in.ts', String(load.pulls), String(load.pushesPerSecond)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(github.stdout), 'line')) as [string];
  const { url: api, privateKey, pulls } = JSON.parse(line) as { url: string; privateKey: string; pulls: number[] };
  const port = await freePort();
  const env = botEnvironment({ url: api, privateKey }, { PORT: String(port), LOG_LEVEL: 'error' });
  const bot = spawn(process.execPath, [`${process.env.PLUMBLINE_DIST ?? 'dist'}/bot.js`], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready(url);
    return await measure({ url, pid: bot.pid!, pulls }, load);
  } finally {
    bot.kill('SIGTERM');
    await once(bot, 'exit');
    github.stdin.end();
    await once(github, 'exit');
  }
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measure(
  { url, pid, pulls }: { url: string; pid: number; pulls: readonly number[] },
  load: Load,
): Promise<BotFigures> {
  const random = chance(1);
  const ms: number[] = [];
  const megabytes: number[] = [];
  const running: Promise<void>[] = [];
  const before = mainThreadMs(pid);
  let firstHalf: Promise<ReviewTime> | undefined;
  const start = performance.now();
  for (let i = 0; i < load.deliveries; i++) {
    const early = start + (i * 1000) / load.perSecond - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const number = pulls[Math.floor(random() * pulls.length)]!;
    // Each delivery has a different head, so that the bot skips none.
    const head = {
      sha: Math.floor(random() * 2 ** 48)
        .toString(16)
        .padStart(40, '0'),
    };
    const payload = { ...origin, action: 'synchronize', number, pull_request: { number, head, base: head } };
    running.push(
      deliver(url, 'pull_request', payload, { id: `load-${i}` }).then(({ status, ms: took }) => {
        if (status !== 200) throw new Error(`the bot answered a delivery with status ${status}`);
        ms.push(took);
      }),
    );
    if (i === load.deliveries >> 1) firstHalf = metrics(url).then(reviewTime);
    if ((i + 1) % Math.ceil(load.deliveries / 10) === 0) megabytes.push(residentMegabytes(pid));
  }
  await Promise.all(running);
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)]! * 10) / 10;
  const acknowledged = { p50: at(0.5), p99: at(0.99), max: at(1) };
  const cpu = (mainThreadMs(pid) - before) / load.deliveries;
  const page = await metrics(url);
  const inTime = Number(/^plumbline_acknowledgement_seconds_bucket\{le="0.1"\} (\d+)$/m.exec(page)?.[1]) / ms.length;
  const { count, seconds } = reviewTime(page);
  const half = await firstHalf!;
  const reviewMs = ((seconds - half.seconds) * 1000) / (count - half.count);
  return { load, acknowledged, inTime, cpu, reviews: count, reviewMs, megabytes };
}

const metrics = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

interface ReviewTime {
  readonly count: number;
  readonly seconds: number;
}

/** How many reviews the bot has finished, and how long they took together. */
function reviewTime(page: string): ReviewTime {
  const of = (part: string): number =>
    Number(new RegExp(`^plumbline_job_seconds_${part}\\{kind="review"\\} ([\\d.]+)$`, 'm').exec(page)?.[1] ?? 0);
  return { count: of('count'), seconds: of('sum') };
}

const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

/** CPU time of a process's first thread, in ticks of 10 ms. */
function mainThreadMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The figures as lines. */
export const botTable = ({ load, acknowledged, inTime, cpu, reviews, reviewMs, megabytes }: BotFigures): string =>
  [
    `${load.deliveries} deliveries on ${load.pulls} pull requests at ${load.perSecond} per second; ${reviews} reviews ran at the same time, of ${reviewMs.toFixed(0)} ms on average`,
    `acknowledged after ${acknowledged.p50} ms (median), ${acknowledged.p99} ms (99%), ${acknowledged.max} ms (longest)`,
    `${(inTime * 100).toFixed(2)}% within 100 ms by the bot's own clock; ${cpu.toFixed(2)} ms of CPU time per delivery in its main thread`,
    `resident memory by tenths of the run: ${megabytes.join(', ')} MB`,
  ].join('\n');
