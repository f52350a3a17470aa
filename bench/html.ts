/**
 * The HTML page of 5,000 different nodes on each side in Chromium: `npm run bench -- html`. Needs Chromium, as
 * test/real/html.test.ts does. The page is interactive once a table can be sorted and a node shows its details on hover.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { html } from '../src/engine/report/html/html.ts';
import { estimate, nodeClaim, nodePool, placement, report, review } from '../src/engine/report/test-support.ts';
import { median } from './measure.ts';

const nodes = 5_000;
const pools = 10;
const workloads = 700;
const podsEach = 12;
const rounds = 5;

/** Each node has different pods than the next one, so that the page draws each node separately. */
function page(): string {
  const names = Array.from({ length: workloads }, (_, i) => `Deployment/team-${i % 20}/app-${i}`);
  const claims = (pool: number) =>
    Array.from({ length: nodes / pools }, (_, i) =>
      nodeClaim({
        instanceType: `m${5 + (i % 3)}i.${['large', 'xlarge', '2xlarge'][i % 3]}`,
        zone: `us-east-1${'abc'[i % 3]}`,
        pods: podsEach * 2,
        workloads: Object.fromEntries(
          Array.from({ length: podsEach }, (_, at) => [
            names[(pool * 71 + i * 13 + at) % workloads],
            1 + ((i + at) % 3),
          ]),
        ),
      }),
    );
  const side = placement(
    Array.from({ length: pools }, (_, pool) => nodePool(`pool-${pool}`, claims(pool))),
    {
      requests: Object.fromEntries(
        names.map((name, i) => [name, { cpuMillis: 50 + (i % 9) * 50, memoryBytes: 2 ** 28 }]),
      ),
      shares: names.map((workload, i) => ({
        workload,
        namespace: null,
        team: null,
        pods: 80,
        hourlyUsd: (i % 50) / 10,
      })),
    },
  );
  return html.render(report(review({ estimate: estimate(side, side) })), {});
}

interface Times {
  readonly interactive: number;
  readonly sorted: number;
  readonly slowestFrame: number;
}

/** Milliseconds from the start of the navigation until the page is interactive, of one sort, and of the slowest frame while scrolling through. */
async function timed(browser: Browser, url: string): Promise<Times> {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await tab.goto(url);
  const times = await tab.evaluate<Times>(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const button = document.querySelector('#cost ~ .wide th button'), began = performance.now();
    button.click();
    await frame();
    const sorted = performance.now() - began;
    while (!document.querySelector('.nodes button')) { document.querySelector('#nodes').scrollIntoView(); await frame(); }
    document.querySelector('.nodes button').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    if (document.querySelector('#node').hidden) throw new Error('a node shows no details');
    const interactive = performance.now();
    let slowestFrame = 0;
    const end = document.querySelector('#cost').getBoundingClientRect().top + scrollY;
    for (let y = scrollY, last = performance.now(); y < end; y += 600) {
      scrollTo(0, y);
      await frame();
      const now = performance.now();
      slowestFrame = Math.max(slowestFrame, now - last);
      last = now;
    }
    return { interactive, sorted, slowestFrame };
  })()`);
  await tab.close();
  return times;
}

/** The page's size and the medians of a few rounds, with an empty page for comparison, because a busy machine slows both. */
export async function htmlFigures(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-html-'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const start = performance.now();
    const text = page();
    const rendering = performance.now() - start;
    const [file, empty] = [join(folder, 'page.html'), join(folder, 'empty.html')];
    writeFileSync(file, text);
    writeFileSync(empty, html.render(report(review()), {}));
    const [all, bare]: [Times[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      all.push(await timed(browser, pathToFileURL(file).href));
      bare.push(await loaded(browser, pathToFileURL(empty).href));
    }
    const of = (read: (times: Times) => number): string => `${Math.round(median(all.map(read)))} ms`;
    return [
      `| 2 × ${nodes} nodes | |`,
      '| --- | ---: |',
      `| size | ${(Buffer.byteLength(text) / 1e6).toFixed(2)} MB |`,
      `| rendered | ${Math.round(rendering)} ms |`,
      `| interactive | ${of(({ interactive }) => interactive)} |`,
      `| an empty page | ${Math.round(median(bare))} ms |`,
      `| a table of ${workloads} rows sorted | ${of(({ sorted }) => sorted)} |`,
      `| slowest frame while scrolling through all nodes | ${of(({ slowestFrame }) => slowestFrame)} |`,
    ].join('\n');
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

async function loaded(browser: Browser, url: string): Promise<number> {
  const tab = await browser.newPage();
  await tab.goto(url);
  const time = await tab.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => done(performance.now())))',
  );
  await tab.close();
  return time;
}
