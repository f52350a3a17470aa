import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Validator } from './validator.ts';

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

/** A real server returns these in varying order, because Go iterates over a map. */
describe('causes are sorted by their names', () => {
  const names = ['m', 'c', 'z', 'a', 'k', 'b', 'q', 'd', 'y', 'e'];
  const sorted = names.toSorted();
  const each = (make: (name: string) => string, value = 'runtime/default'): object =>
    Object.fromEntries(names.map((name) => [make(name), value]));
  const annotation = (name: string): string => `container.apparmor.security.beta.kubernetes.io/${name}`;
  const containers = names.map((name) => ({ name, image: name }));
  const pod = (annotations: object, spec: object = {}): object => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'p', annotations } },
    spec: { containers, ...spec },
  });
  const requests = (cpu: string, memory: string): object => ({ requests: { memory, cpu }, limits: { memory, cpu } });
  const metric = { name: 'a' };
  const target = { type: 'AverageValue', averageValue: '1' };

  const fieldsOf = (object: object, old?: object): string[] => {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const oldText = old && JSON.stringify(old);
    const verdict = validator.validate({ builtin: { apiVersion, kind }, text: JSON.stringify(object), oldText });
    return (verdict.lenient?.causes ?? []).map(({ field }) => field);
  };

  test.each<[string, object, object | undefined, string[]]>([
    [
      'annotations of containers that do not exist',
      pod(each(annotation), { containers: [{ name: 'x', image: 'x' }] }),
      undefined,
      sorted.map((name) => `metadata.annotations[${annotation(name)}]`),
    ],
    [
      'annotations that were added',
      pod(each(annotation)),
      pod({}),
      sorted.map((name) => `metadata.annotations[${annotation(name)}]`),
    ],
    [
      'annotations that were removed',
      pod({}),
      pod(each(annotation)),
      [...sorted.map((name) => `metadata.annotations[${annotation(name)}]`), 'spec'],
    ],
    [
      'annotations with no profile',
      pod(each((name) => `container.seccomp.security.alpha.kubernetes.io/${name}`, 'bad')),
      undefined,
      sorted.map((name) => `metadata.annotations.container.seccomp.security.alpha.kubernetes.io/${name}`),
    ],
    [
      'gates that were added',
      pod({}, { schedulingGates: names.map((name) => ({ name })) }),
      pod({}),
      sorted.map((name) => `spec.schedulingGates[${names.indexOf(name)}].name`),
    ],
    [
      'options of a volume',
      pod({}, { volumes: [{ name: 'v', flexVolume: { driver: 'a/b', options: each((name) => `${name}.k8s.io/x`) } }] }),
      undefined,
      sorted.map((name) => `spec.volumes[0].flexVolume.options[${name}.k8s.io/x]`),
    ],
    [
      'resources of a pod',
      pod(
        {},
        {
          resources: requests('1m', '1Mi'),
          containers: [{ name: 'x', image: 'x', resources: requests('1', '1Gi') }],
        },
      ),
      undefined,
      [
        ...['spec.resources.requests[cpu]', 'spec.resources.requests[memory]'],
        ...['spec.resources.containers[0][cpu].limits', 'spec.resources.containers[0][memory].limits'],
      ],
    ],
    [
      'sources of a metric',
      {
        ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'h', namespace: 'h' } },
        spec: {
          ...{ maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
          metrics: [
            {
              ...{ type: 'Resource', resource: { name: 'cpu', target }, pods: { metric, target } },
              ...{
                object: { describedObject: { kind: 'A', name: 'a' }, metric, target },
                external: { metric, target },
              },
            },
          ],
        },
      },
      undefined,
      ['external', 'object', 'pods'].map((source) => `spec.metrics[0].${source}`),
    ],
  ])('%s', (_, object, old, fields) => {
    expect(fieldsOf(object, old)).toEqual(fields);
  });

  test('volumes that claims make', () => {
    const metadata = { name: 's', namespace: 's', labels: { app: 's' } };
    const claim = (name: string): object => ({
      metadata: { name: `${name}_` },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
    const spec = {
      ...{ serviceName: 's', selector: { matchLabels: metadata.labels } },
      template: { metadata: { labels: metadata.labels }, spec: { containers: [{ name: 'x', image: 'x' }] } },
      volumeClaimTemplates: names.map(claim),
    };
    const builtin = { apiVersion: 'apps/v1', kind: 'StatefulSet' };
    const verdict = validator.validate({ builtin, text: JSON.stringify({ ...builtin, metadata, spec }) });
    const said = (verdict.lenient?.causes ?? []).map(({ field, message }) => [field, /"(.)_"/.exec(message)?.[1]]);
    expect(said).toEqual(sorted.map((name, i) => [`spec.template.spec.volumes[${i}].name`, name]));
  });
});
