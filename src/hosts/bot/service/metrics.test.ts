import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('counters, histograms and gauges as Prometheus reads them', async () => {
  const metrics = new Metrics();
  metrics.add('plumbline_deliveries_total', { event: 'pull_request' });
  metrics.add('plumbline_deliveries_total', { event: 'pull_request' });
  metrics.observe('plumbline_job_seconds', 0.3, { kind: 'review' });
  const page = await metrics.page({ plumbline_jobs_waiting: { help: 'Jobs that are waiting now', value: 3 } });
  expect(page).toContain('plumbline_deliveries_total{event="pull_request"} 2\n');
  expect(page).toContain('plumbline_job_seconds_bucket{le="0.25",kind="review"} 0\n');
  expect(page).toContain('plumbline_job_seconds_bucket{le="0.5",kind="review"} 1\n');
  expect(page).toContain('plumbline_job_seconds_bucket{le="+Inf",kind="review"} 1\n');
  expect(page).toContain('# TYPE plumbline_job_seconds histogram\n');
  expect(page).toContain('plumbline_jobs_waiting 3\n');
  for (const line of page.trimEnd().split('\n')) expect(line).toMatch(/^$|^#|^[a-z_0-9]+(\{.*\})? \S+$/);
});

test('the dashboard asks for metrics that a bot has', async () => {
  const dashboard = readFileSync('deploy/grafana/plumbline-bot.json', 'utf8');
  const asked = new Set(dashboard.match(/\b(?:plumbline|process|nodejs)_\w+(?=\{)/g));
  const gauges = readFileSync('src/hosts/bot/server.ts', 'utf8');
  const page = await new Metrics().page({});
  const isKnown = (name: string): boolean =>
    page.includes(`# TYPE ${name.replace(/_bucket$/, '')} `) ||
    gauges.includes(name) ||
    (gauges.includes('plumbline_jobs_${state}') && /^plumbline_jobs_(?:waiting|active|delayed|dead)$/.test(name));
  expect([...asked].filter((name) => !isKnown(name))).toEqual([]);
  expect(asked.size).toBeGreaterThan(10);
});
