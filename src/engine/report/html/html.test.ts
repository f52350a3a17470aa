import { describe, expect, test } from 'vitest';
import { fixtures, noWorkloads } from '../fixtures.test-support.ts';
import { diagnostic, estimate, nodeClaim, nodePool, placement, report, review, target } from '../test-support.ts';
import { findingsToFilter } from './findings.test-support.ts';
import { html } from './html.ts';
import type { Box, NodeData } from './nodes/node-data.ts';

const page = (from: Parameters<typeof report>[0]): string => html.render(report(from), {});
const tags = (text: string): string[] => [...text.matchAll(/<(\w+)/g)].map(([, tag]) => tag!);

describe('the page', () => {
  test.each([...fixtures])('%s is one file that loads nothing, and has the same bytes each time', (_, fixture) => {
    const text = page(fixture());
    expect(text).toBe(page(fixture()));
    expect(text).not.toMatch(/(?:src|href)\s*=\s*"(?!#)|url\(|@import|<(?:link|iframe|object|img)/);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  test.each([...fixtures])('%s links to each of its headings', (_, fixture) => {
    const text = page(fixture());
    const ids = [...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...text.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(links).toEqual(ids);
  });

  test('allows only its own script and style', () => {
    const text = page(review());
    for (const kind of ['script', 'style']) {
      const [, hash] = new RegExp(`${kind}-src 'sha256-([^']+)'`).exec(text.replaceAll('&#39;', "'")) ?? [];
      expect(hash).toMatch(/^[\w+/]{43}=$/);
    }
    expect(text).not.toMatch(/ style="/);
    expect(tags(text).filter((tag) => tag === 'script')).toHaveLength(1);
  });
});

describe('links to lines', () => {
  const linksOf = (file: (path: string, line: number) => string): string[] =>
    [...html.render(report(findingsToFilter()), { links: { file } }).matchAll(/<a href="([^"#]*)"/g)].map(
      ([, url]) => url!,
    );

  test('lead to the repository', () => {
    expect(linksOf((path, line) => `https://example.com/${path}/${line}`)).toContain('https://example.com/new.yaml/3');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', ` https://x`, `https://example.com/${'x'.repeat(2_000)}`])(
    'T28: %j is no link',
    (url) => expect(linksOf(() => url)).toEqual([]),
  );
});

test('a finding shows its line with the text in question marked', () => {
  const text = page(findingsToFilter());
  expect(text).toContain('<span class="hit"><b>3</b>  name: <mark>web</mark></span>');
});

test('each of the other costs has its own basis, also next to a cost that is left out because it is small and unknown', () => {
  const cost = (kind: string, likely: number | null) => ({
    kind,
    name: kind,
    basis: `why ${kind}`,
    monthlyUsd: { low: likely, likely, high: likely ?? 1 },
  });
  const side = placement([nodePool('web', [nodeClaim()])], { otherCosts: [cost('small', null), cost('large', 500)] });
  const text = page(review({ estimate: estimate(side, side) }));
  expect(text.replace(/<[^>]*>/g, ' ')).toMatch(/large \$500 \(unchanged\)\s+why large/);
  expect(text).not.toContain('why small');
});

test('NodePools have a row with what they can launch', () => {
  const text = page(noWorkloads());
  expect(text).toContain('<caption>What NodePools can launch</caption>');
  expect(text).toContain('125 → 250 nodes reach its cpu limit: $35,040');
});

test.each([...fixtures])('%s: takes less than 100 kB', (name, fixture) => {
  // The hostile fixture has one NodePool and one change for every kind of attack.
  expect(Buffer.byteLength(page(fixture()))).toBeLessThan(name === 'hostile-names' ? 250_000 : 100_000);
});

/** The data from which the page's script draws nodes. */
const nodeData = (text: string): NodeData =>
  JSON.parse(/<script type="application\/json" id="node-data">(.*?)<\/script>/s.exec(text)![1]!) as NodeData;

const hostile = [
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><a href=javascript:alert(1)>",
  '</details></li><!--',
  '\u202Egnp.exe\u0000\u001b[31m',
  '&lt;b&gt;',
];

test.each(hostile)('T28: text from a manifest opens no tag and hides nothing: %j', (name) => {
  const claim = nodeClaim({ instanceType: name, zone: name, workloads: { [name]: 6 } });
  const side = placement([nodePool(name, [claim, claim])], {
    unschedulable: [{ workload: name, count: 1, reasons: [{ nodePool: name, reason: name }] }],
    ignored: [{ workload: name, count: 1, reason: name }],
    shares: [{ workload: name, namespace: name, team: name, pods: 6, hourlyUsd: 1 }],
    alternatives: [{ nodePool: name, kind: 'spot', requirements: [], nodes: 1, hourlyUsd: 1, savedHourlyUsd: 1 }],
    requests: { [name]: { cpuMillis: 100, memoryBytes: 100 } },
  });
  const of = (text: string) => ({
    ...review({ estimate: estimate(side, side, { region: text, regionSource: text, assumptions: [text] }) }),
    findings: [
      { diagnostic: diagnostic({ span: { file: text, start: 0, end: 1 }, message: text, help: text }), isNew: true },
    ],
    target: {
      ...target,
      karpenterVersionSource: text,
      kubernetesVersion: '1.34',
      kubernetesVersionSource: text,
    },
  });
  const text = page(of(name));
  const dull = page({
    ...of('dull'),
    estimate: estimate(
      JSON.parse(JSON.stringify(side).replaceAll(JSON.stringify(name), '"dull"')),
      JSON.parse(JSON.stringify(side).replaceAll(JSON.stringify(name), '"dull"')),
      { region: 'dull', regionSource: 'dull', assumptions: ['dull'] },
    ),
  });
  expect(tags(text)).toEqual(tags(dull));
  expect(text).not.toMatch(/[\u202E\u0000\u001b]/);
  expect(text).not.toContain('<!--');
});

test('T38: a page with 5,000 different nodes on each side stays below 3 MB and has all of them', () => {
  const claims = Array.from({ length: 5_000 }, (_, i) =>
    nodeClaim({
      workloads: Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`Deployment/shop/app-${(i + at) % 700}`, 3]),
      ),
      zone: `us-east-1${'abc'[i % 3]}`,
      pods: 36 + (i % 7),
      instanceType: `m${i % 9}i.large`,
    }),
  );
  const side = placement([nodePool('web', claims)]);
  const text = page(review({ estimate: estimate(side, side) }));
  expect(Buffer.byteLength(text)).toBeLessThan(3_000_000);
  const { grids } = nodeData(text);
  expect(grids.map((boxes) => boxes.reduce((sum, [count]) => sum + count, 0))).toEqual([5_000, 5_000]);
});

test('T38: nodes left out to keep the page small are counted', () => {
  const claims = Array.from({ length: 30_000 }, (_, i) =>
    nodeClaim({ workloads: { [`Deployment/shop/app-${i}`]: 3 } }),
  );
  const text = page(review({ estimate: estimate(null, placement([nodePool('web', claims)])) }));
  const drawn = nodeData(text).grids[0]!.length;
  expect(Buffer.byteLength(text)).toBeLessThan(3_000_000);
  expect(text).toContain(`… and ${30_000 - drawn} more nodes, counted in the table.`);
});

test('the data of a box lists the pods of the node, with the names that the page shows', () => {
  const claim = nodeClaim({
    pods: 4,
    workloads: { 'Deployment/shop/cart': 3, 'Deployment/shop/<b>': 1 },
    ties: ['m6a.2xlarge us-east-1b'],
  });
  const side = placement([nodePool('web', [claim, claim])], {
    requests: { 'Deployment/shop/cart': { cpuMillis: 900, memoryBytes: 2 ** 30 } },
  });
  const { names, workloads, grids } = nodeData(page(review({ estimate: estimate(null, side) })));
  const [[count, places, amounts, hourlyUsd, pods, options, source, own, ties]] = grids[0] as [Box];
  expect([count, hourlyUsd, pods, options, names[source]]).toEqual([2, 0.384, 4, 2, 'table']);
  expect(places.map((at) => names[at])).toEqual(['m6i.2xlarge', 'on-demand', 'us-east-1a', 'web']);
  expect(amounts).toEqual([5400, 7910, 3072, 29082]);
  expect(own.map((value, i) => (i % 2 === 0 ? names[workloads[value]![0]] : value))).toEqual([
    'Deployment/shop/cart',
    3,
    'Deployment/shop/<b>',
    1,
  ]);
  expect(workloads[own[0]!]!.slice(1)).toEqual(['w0', 900, 1024]);
  expect(ties.map((at) => names[at])).toEqual(['m6a.2xlarge us-east-1b']);
});
