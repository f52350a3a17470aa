import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('counters, histograms and gauges as Prometheus reads them', () => {
  const metrics = new Metrics();
  metrics.add('plumbline_deliveries_total', { event: 'pull_request' });
  metrics.add('plumbline_deliveries_total', { event: 'pull_request' });
  metrics.observe('plumbline_job_seconds', 0.3, { kind: 'review' });
  const page = metrics.page({ plumbline_jobs_waiting: { help: 'Jobs that are waiting now', value: 3 } });
  expect(page).toContain('plumbline_deliveries_total{event="pull_request"} 2\n');
  expect(page).toContain('plumbline_job_seconds_bucket{kind="review",le="0.25"} 0\n');
  expect(page).toContain('plumbline_job_seconds_bucket{kind="review",le="0.5"} 1\n');
  expect(page).toContain('plumbline_job_seconds_bucket{kind="review",le="+Inf"} 1\n');
  expect(page).toContain('# TYPE plumbline_job_seconds histogram\n');
  expect(page).toContain('plumbline_jobs_waiting 3\n');
  for (const line of page.trimEnd().split('\n')) expect(line).toMatch(/^#|^[a-z_]+(\{.*\})? \S+$/);
});
