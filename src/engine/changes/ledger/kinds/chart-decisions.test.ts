import { expect, test } from 'vitest';
import { decisionOfChart } from './chart-decisions.ts';

test.each([
  [
    'metrics-server',
    'spec.chart.spec.version',
    'which version of `metrics-server` runs (it tells autoscalers what pods use)',
  ],
  ['metrics-server', 'version', 'which version of `metrics-server` runs (it tells autoscalers what pods use)'],
  ['external-dns', 'spec.source.targetRevision', 'which version of `external-dns` runs'],
  ['kyverno', 'spec.values.admissionController.replicas', 'how many pods of `kyverno` run'],
  ['kyverno', 'spec.source.helm.valuesObject.tolerations', 'on which nodes pods of `kyverno` run'],
  ['external-dns', 'spec.values.serviceAccount.annotations', 'which role in AWS pods of `external-dns` have'],
  ['external-dns', 'spec.values.policy', 'how `external-dns` works'],
  ['external-dns', 'values', 'how `external-dns` works'],
])('%s %s', (chart, field, decides) => expect(decisionOfChart(chart, field)).toEqual({ decides }));

test.each<[chart: string | undefined, field: string]>([
  [undefined, 'version'],
  ['a,b', 'spec.chart.spec.version'],
  ['${var.chart}', 'version'],
  ['external-dns', 'spec.destination.namespace'],
])('nothing is known of %s %s', (chart, field) => expect(decisionOfChart(chart, field)).toBeUndefined());
