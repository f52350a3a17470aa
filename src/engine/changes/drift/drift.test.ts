import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { aws } from '../../aws/aws.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { type Drift, driftOf } from './drift.ts';

const pack = openFacts(dataFolder).crds('1.14');

const spec = {
  template: {
    spec: {
      requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot', 'on-demand'] }],
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
    },
  },
  limits: { cpu: '100' },
};

const pool = (changes: object = {}, metadata: object = {}): { [key: string]: Value } =>
  JSON.parse(
    JSON.stringify({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'web', ...metadata },
      spec: { ...spec, ...changes },
    }),
  );

/** The object as an API server gives it. */
const served = (changes: object = {}, metadata: object = {}): { [key: string]: Value } => ({
  ...pool(
    {
      disruption: {
        budgets: [{ nodes: '10%' }],
        consolidateAfter: '0s',
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
      },
      template: { ...spec.template, spec: { ...spec.template.spec, expireAfter: '720h' } },
      ...changes,
    },
    {
      uid: 'b1946ac9-1d5c-4d8b-9d0b-2f1f5f2a3c11',
      resourceVersion: '4711',
      generation: 3,
      creationTimestamp: '2026-03-01T00:00:00Z',
      annotations: { 'karpenter.sh/nodepool-hash': '1', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      ...metadata,
    },
  ),
  status: { conditions: [{ type: 'Ready', status: 'True' }], resources: { cpu: '4' } },
});

function compare(files: readonly (object | string)[], live: readonly object[], unknownKinds: string[] = []): Drift {
  const parsed = files.map((file, i) =>
    parseManifests({ file: `${i}.yaml`, text: typeof file === 'string' ? file : stringify(file) }, { set: {} }),
  );
  return driftOf({
    files: manifestSet(parsed),
    live: live as { [key: string]: Value }[],
    unknownKinds,
    pack,
    providers: [aws],
  });
}

const shown = ({ objects }: Drift): string[] =>
  objects.map(({ type, resource, fields }) =>
    [type, resource.name, ...fields.map(({ path }) => path.join('.'))].join(' '),
  );

describe('drift', () => {
  test.each<[string, object, object]>([
    ['what the API server and Karpenter fill in', pool(), served()],
    ['a default that is written out', pool({ weight: undefined, disruption: { consolidateAfter: '0s' } }), served()],
    ['another notation of a quantity', pool({ limits: { cpu: 100 } }), served({ limits: { cpu: '100000m' } })],
    [
      'the order of keys and values',
      pool(),
      served({
        limits: { cpu: '100' },
        template: {
          spec: {
            ...spec.template.spec,
            requirements: [{ values: ['on-demand', 'spot'], operator: 'In', key: 'karpenter.sh/capacity-type' }],
          },
        },
      }),
    ],
    [
      'labels that others set',
      pool({}, { labels: { team: 'web' } }),
      served({}, { labels: { team: 'web', argocd: 'x' } }),
    ],
  ])('is not %s', (_, file, live) => {
    const drift = compare([file], [live]);
    expect([shown(drift), drift.unknown, drift.compared]).toEqual([[], [], 1]);
  });

  const labelled = pool({}, { labels: { team: 'web' } });

  test.each<[string, object, object, string[]]>([
    ['a changed value', pool(), served({ limits: { cpu: '200' } }), ['changed web spec.limits.cpu']],
    ['a field that the file does not set', pool(), served({ weight: 10 }), ['changed web spec.weight']],
    ['a removed field', pool(), served({ limits: undefined }), ['changed web spec.limits']],
    [
      'a label that the file sets',
      labelled,
      served({}, { labels: { team: 'me' } }),
      ['changed web metadata.labels.team'],
    ],
    ['another object', pool(), { ...served(), metadata: { name: 'batch' } }, ['extra batch', 'missing web']],
  ])('is %s', (_, file, live, expected) => expect(shown(compare([file], [live])).sort()).toEqual(expected));

  test('reports the effect of restoring the files’ state on nodes, and who wrote the field', () => {
    const managedFields = [
      { manager: 'plumbline', fieldsV1: { 'f:spec': { 'f:limits': {}, 'f:template': {} } } },
      { manager: 'kubectl-edit', fieldsV1: { 'f:spec': { 'f:limits': { 'f:cpu': {} } } } },
      { manager: 'karpenter', subresource: 'status', fieldsV1: { 'f:spec': { 'f:limits': { 'f:cpu': {} } } } },
    ];
    const [object] = compare([pool()], [served({ limits: { cpu: '200' } }, { managedFields })]).objects;
    expect(object).toMatchObject({ file: '0.yaml', effect: 'none' });
    expect(object!.fields[0]).toMatchObject({ before: '200', after: '100', managers: ['kubectl-edit'] });
  });

  test('is unknown if a file contains a placeholder', () => {
    const file = stringify(pool()).replace('"100"', '${CPU}');
    const drift = compare([file], [served()]);
    expect([shown(drift), drift.unknown]).toEqual([[], [expect.stringContaining('`web` contains a placeholder')]]);
  });

  test('reports nothing as extra while a file cannot be read', () => {
    const drift = compare(['apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web\n'], [served()]);
    expect([shown(drift), drift.unknown]).toEqual([[], [expect.stringContaining('cannot be read')]]);
  });

  test('reports nothing as missing for a kind that may not have been read', () => {
    const drift = compare([pool()], [], ['NodePool']);
    expect([shown(drift), drift.unknown.length]).toEqual([[], 1]);
  });

  test('is not reported for kinds that are not Karpenter’s', () => {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: {} };
    const claim = { apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', metadata: { name: 'web-1' }, spec: {} };
    expect(compare([deployment], [claim])).toMatchObject({ objects: [], unknown: [], compared: 0 });
  });
});
