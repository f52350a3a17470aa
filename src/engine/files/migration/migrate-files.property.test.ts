import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../manifest/edit.ts';
import { isObject, type Mapping, type Value } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { TargetVersion } from './migrate-draft.ts';
import { migrateFiles } from './migrate-files.ts';
import { v1Objects } from './v1-objects.ts';

const objectsIn = (text: string) => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;

function migrate(text: string, to: TargetVersion) {
  const result = migrateFiles([{ file: 'a.yaml', text }], to);
  return { ...result, text: applyEdits(text, result.documents) };
}

const seconds = fc.integer({ min: 0, max: 100_000 });
const name = fc.constantFrom('default', 'gpu', '"quoted"', "'single'", '${NAME}', '"{{ .Values.name }}"');
const text = fc.constantFrom('a', 'payments', '"true"', '${TEAM}', '{{ .Values.team }}', "'it''s'");
const tag = fc.constantFrom('karpenter.sh/discovery', 'Name', 'env', '"kubernetes.io/cluster/x"');
const tags = fc.dictionary(tag, text, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const taint = fc.record({
  key: fc.constantFrom('gpu', 'team'),
  value: fc.constant('"1"'),
  effect: fc.constant('NoSchedule'),
});
const requirement = fc.record({
  key: fc.constantFrom('kubernetes.io/arch', 'karpenter.sh/capacity-type', 'karpenter.k8s.aws/instance-family', 'team'),
  operator: fc.constant('In'),
  values: fc.uniqueArray(fc.constantFrom('a', '"b"', 'c5'), { minLength: 1, maxLength: 3 }),
});
const kubelet = fc.record({ maxPods: seconds, clusterDNS: fc.constant(['10.0.0.10']) }, { requiredKeys: ['maxPods'] });
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 });

const classFields = {
  amiFamily: fc.constantFrom('AL2', 'Bottlerocket'),
  instanceProfile: fc.constantFrom('profile', '"KarpenterNode-${CLUSTER}"'),
  tags,
  userData: fc.constant('|\n#!/bin/bash\n\necho "# no comment"\n'),
  detailedMonitoring: fc.boolean(),
};

/** The fields of each kind. Strings are YAML text, including quotes. */
const provisioner = fc.record(
  {
    apiVersion: fc.constant('karpenter.sh/v1alpha5'),
    kind: fc.constant('Provisioner'),
    metadata: fc.record({ name, labels: tags }, { requiredKeys: ['name'] }),
    spec: fc.record(
      {
        limits: fc.record({ resources: fc.record({ cpu: seconds, memory: fc.constant('1000Gi') }) }),
        requirements: list(requirement),
        labels: tags,
        annotations: tags,
        taints: list(taint),
        startupTaints: list(taint),
        ttlSecondsAfterEmpty: seconds,
        ttlSecondsUntilExpired: seconds,
        weight: fc.integer({ min: 1, max: 100 }),
        providerRef: fc.record({ name: fc.constant('shared') }),
      },
      { requiredKeys: ['providerRef'] },
    ),
  },
  { noNullPrototype: true },
);
const template = fc.record({
  apiVersion: fc.constant('karpenter.k8s.aws/v1alpha1'),
  kind: fc.constant('AWSNodeTemplate'),
  metadata: fc.record({ name: fc.constant('shared') }),
  spec: fc.record(
    { ...classFields, subnetSelector: tags, securityGroupSelector: tags },
    { requiredKeys: ['instanceProfile', 'subnetSelector', 'securityGroupSelector'] },
  ),
});
const pool = fc.record({
  apiVersion: fc.constant('karpenter.sh/v1beta1'),
  kind: fc.constant('NodePool'),
  metadata: fc.record({ name, labels: tags }, { requiredKeys: ['name'] }),
  spec: fc.record(
    {
      disruption: fc.oneof(
        fc.record({ consolidationPolicy: fc.constant('WhenEmpty'), consolidateAfter: fc.constant('30s') }),
        fc.record(
          { consolidationPolicy: fc.constant('WhenUnderutilized'), expireAfter: fc.constant('720h') },
          { requiredKeys: ['expireAfter'] },
        ),
        fc.record({ consolidateAfter: fc.constant('Never'), budgets: fc.constant([{ nodes: '"10%"' }]) }),
      ),
      limits: fc.record({ cpu: seconds }),
      template: fc.record(
        {
          metadata: fc.record({ labels: tags }),
          spec: fc.record(
            {
              kubelet,
              requirements: list(requirement),
              taints: list(taint),
              nodeClassRef: fc.record(
                {
                  apiVersion: fc.constant('karpenter.k8s.aws/v1beta1'),
                  kind: fc.constant('EC2NodeClass'),
                  name: fc.constant('shared'),
                },
                { requiredKeys: ['name'] },
              ),
            },
            { requiredKeys: ['requirements', 'nodeClassRef'] },
          ),
        },
        { requiredKeys: ['spec'] },
      ),
    },
    { requiredKeys: ['template'] },
  ),
});
const nodeClass = fc.record({
  apiVersion: fc.constant('karpenter.k8s.aws/v1beta1'),
  kind: fc.constant('EC2NodeClass'),
  metadata: fc.record({ name: fc.constant('shared') }),
  spec: fc.record(
    {
      ...classFields,
      metadataOptions: fc.record({ httpPutResponseHopLimit: fc.integer({ min: 1, max: 5 }) }),
      subnetSelectorTerms: list(fc.record({ tags })),
      securityGroupSelectorTerms: list(fc.record({ tags })),
    },
    { requiredKeys: ['amiFamily', 'instanceProfile', 'subnetSelectorTerms', 'securityGroupSelectorTerms'] },
  ),
});

/** The YAML style of one author, chosen at random. */
class Author {
  readonly #choices: readonly number[];
  readonly #step: number;
  readonly #dash: number;
  #next = 0;
  #comments = 0;

  constructor(choices: readonly number[], { step, dash }: { step: number; dash: number }) {
    this.#choices = choices;
    this.#step = step;
    this.#dash = dash;
  }

  #draw(of: number): number {
    return this.#choices[this.#next++ % this.#choices.length]! % of;
  }

  #comment(): string {
    return `# note ${++this.#comments}`;
  }

  #above(column: number): string {
    const kinds = [
      '',
      '',
      '',
      '\n',
      `${' '.repeat(column)}${this.#comment()}\n`,
      `\n${' '.repeat(column)}${this.#comment()}\n`,
    ];
    return kinds[this.#draw(kinds.length)]!;
  }

  #behind(): string {
    return this.#draw(5) === 0 ? `  ${this.#comment()}` : '';
  }

  map(value: Mapping, column: number): string {
    return Object.entries(value)
      .map(([key, item]) => `${this.#above(column)}${' '.repeat(column)}${key}:${this.#value(item, column)}`)
      .join('');
  }

  #value(value: Value, column: number): string {
    if (typeof value !== 'object' || value === null) return this.#scalar(String(value), column);
    const isBracketed = this.#draw(4) === 0;
    if (isBracketed && !JSON.stringify(value).includes('\\n')) return ` ${flow(value)}${this.#behind()}\n`;
    const head = `${this.#behind()}\n`;
    if (isObject(value)) return `${head}${this.map(value, column + this.#step)}`;
    const dash = column + this.#dash;
    return `${head}${(value as readonly Value[]).map((item) => this.#item(item, dash)).join('')}`;
  }

  #item(value: Value, column: number): string {
    const head = `${' '.repeat(column)}- `;
    if (!isObject(value)) return `${this.#above(column)}${head}${value}${this.#behind()}\n`;
    return `${this.#above(column)}${head}${this.map(value, column + 2).replace(/^(?:[ \n]*#[^\n]*)?\s*/, '')}`;
  }

  #scalar(value: string, column: number): string {
    if (!value.startsWith('|')) return ` ${value}${this.#behind()}\n`;
    const [first, ...lines] = value.trimEnd().split('\n');
    return ` ${first}\n${lines.map((line) => (line === '' ? '\n' : `${' '.repeat(column + this.#step)}${line}\n`)).join('')}`;
  }
}

const flow = (value: Value): string =>
  Array.isArray(value)
    ? `[${(value as readonly Value[]).map(flow).join(', ')}]`
    : isObject(value)
      ? `{${Object.entries(value)
          .map(([key, item]) => `${key}: ${flow(item)}`)
          .join(', ')}}`
      : // Between brackets a template would be one more bracket.
        /^[{$]/.test(String(value))
        ? `"${String(value)}"`
        : String(value);

const shuffled = (value: Value): fc.Arbitrary<Value> => {
  if (!isObject(value)) return fc.constant(value);
  const entries = Object.entries(value);
  return fc
    .tuple(
      fc.shuffledSubarray(entries, { minLength: entries.length }),
      fc.tuple(...entries.map(([, item]) => shuffled(item))),
    )
    .map(([order, items]) => {
      const known = new Map(entries.map(([key], i) => [key, items[i]!]));
      return Object.fromEntries(order.map(([key]) => [key, known.get(key)!]));
    });
};

const written = (kinds: fc.Arbitrary<unknown>) =>
  fc
    .tuple(
      fc
        .array(kinds as fc.Arbitrary<Value>, { minLength: 1, maxLength: 2 })
        .chain((all) => fc.tuple(...all.map(shuffled))),
      fc.array(fc.nat(1000), { minLength: 5, maxLength: 40 }),
      fc.record({ step: fc.constantFrom(2, 4), dash: fc.constantFrom(0, 2) }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([objects, choices, style, lineBreak]) => {
      const author = new Author(choices, style);
      const named = objects.map((object, i) => withName(object as Mapping, i));
      return named
        .map((object) => author.map(object, 0))
        .join('---\n')
        .replaceAll('\n', lineBreak);
    });

/** Two NodePools of the same name would be one object. */
function withName(object: Mapping, index: number): Mapping {
  if (index === 0 || object.kind === 'EC2NodeClass' || object.kind === 'AWSNodeTemplate') return object;
  return { ...object, metadata: { ...(object.metadata as Mapping), name: `pool-${index}` } };
}

const old = fc
  .oneof(fc.tuple(written(provisioner), written(template)), fc.tuple(written(pool), written(nodeClass)))
  .map(([pools, classes]) => {
    const lineBreak = pools.includes('\r\n') ? '\r\n' : '\n';
    // One class is enough, because a second one of the same name would be the same object.
    const [one] = classes.replaceAll('\r\n', '\n').split(/^---\n/m);
    return `${pools}---\n${one}`.replaceAll('\r\n', '\n').replaceAll('\n', lineBreak);
  });

const comments = (yaml: string): string[] => (yaml.match(/# note \d+/g) ?? []).sort();
const placeholders = (yaml: string): string[] => (yaml.match(/\$\{\w+\}|\{\{[^}]*\}\}/g) ?? []).sort();

test('a migrated file means the same as the old one, keeps comments and placeholders, and is not migrated again', () => {
  fc.assert(
    fc.property(old, (yaml) => {
      const { left, diagnostics, text: after } = migrate(yaml, 'v1');
      const impossible = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
      expect({ left, impossible }).toEqual({ left: [], impossible: [] });
      const read = (source: string) => {
        const { nodePools, nodeClasses } = v1Objects(objectsIn(source));
        const objects = [...nodePools, ...nodeClasses].map(({ object }) => object as unknown as Mapping);
        return objects.map((object) => JSON.stringify(sorted(withDefaults(object)))).sort();
      };
      expect(read(after)).toEqual(read(yaml));
      // A copied class keeps its comments.
      expect(comments(after)).toEqual(expect.arrayContaining(comments(yaml)));
      expect(comments(after).length).toBeGreaterThanOrEqual(comments(yaml).length);
      expect(placeholders(after)).toEqual(expect.arrayContaining(placeholders(yaml)));
      expect(migrate(after, 'v1').text).toBe(after);
      expect(after.includes('\r\n')).toBe(yaml.includes('\r\n'));
    }),
    { numRuns: 150 },
  );
});

test('two steps give the same text as one', () => {
  fc.assert(
    fc.property(old, (yaml) => {
      expect(migrate(migrate(yaml, 'v1beta1').text, 'v1').text).toBe(migrate(yaml, 'v1').text);
    }),
    { numRuns: 60 },
  );
});

/** The defaults of v1 for fields that the file omits. */
function withDefaults(object: Mapping): Mapping {
  if (object.kind !== 'NodePool') return object;
  const spec = object.spec as Mapping;
  const disruption = {
    consolidationPolicy: 'WhenEmptyOrUnderutilized',
    consolidateAfter: '0s',
    ...(spec.disruption as Mapping),
  };
  const outer = spec.template as Mapping;
  const inner = { expireAfter: '720h', ...(outer.spec as Mapping) };
  return { ...object, spec: { ...spec, disruption, template: { ...outer, spec: inner } } };
}

const sorted = (value: Value): Value => {
  if (Array.isArray(value)) return (value as readonly Value[]).map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key]!)]),
  );
};
