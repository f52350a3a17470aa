import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/extent.ts';
import { planned, type Texts } from './plan.test-support.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

/** Objects with every shape of value that Karpenter's kinds know. */
const objects = (): Fields[] => [
  {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'default', labels: { team: 'web', tier: 'front' } },
    spec: {
      role: 'node',
      amiSelectorTerms: [{ alias: 'al2023@v20250101' }],
      subnetSelectorTerms: [{ tags: { team: 'web' } }],
      securityGroupSelectorTerms: [{ tags: { team: 'web' } }],
      kubelet: { maxPods: 58, kubeReserved: { cpu: '100m', memory: '1Gi' }, clusterDNS: ['10.0.0.10'] },
      userData: '#!/bin/sh\necho "${HOME}"\n# not a comment of YAML\n',
      blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: '100Gi', encrypted: true } }],
      tags: { yes: 'no', on: '1e3', empty: '' },
    },
  },
  {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'web', annotations: { note: 'a: b # c' } },
    spec: {
      weight: 10,
      limits: { cpu: '1', memory: '1Gi', 'example.com/gpu': '2' },
      disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfter: '30s', budgets: [{ nodes: '10%' }] },
      template: {
        metadata: { labels: { team: 'web', tier: 'front' } },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand', 'spot'] },
            { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
          ],
        },
      },
    },
  },
];

/** A random number generator that gives the same numbers for the same seed. */
function dieOf(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}
type Die = ReturnType<typeof dieOf>;

const isMap = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const shuffled = <T>(items: readonly T[], die: Die): T[] => {
  const left = [...items];
  return items.map(() => left.splice(die(left.length), 1)[0]!);
};

/** Notations of one amount. Each may be text, and the plain number may also be a number. */
const spellings: Readonly<Record<string, readonly Json[]>> = {
  cpu: ['1', 1, '1000m', '1.0', '1000000u', '+1'],
  memory: ['1Gi', '1024Mi', '1048576Ki', '1.0Gi'],
  'example.com/gpu': ['2', 2, '2000m', '2.'],
};

function respelled(object: Fields, die: Die): Fields {
  const copy = structuredClone(object);
  const limits = (copy.spec as Fields).limits;
  if (limits && isMap(limits))
    for (const key of Object.keys(limits)) limits[key] = spellings[key]![die(spellings[key]!.length)]!;
  return copy;
}

/** One document in any style: flow and block, quotes, literal texts, comments, anchors for what was written before. */
class Writer {
  readonly #die: Die;
  readonly #anchors = new Map<string, string>();
  #anchorCount = 0;

  constructor(die: Die) {
    this.#die = die;
  }

  document(object: Fields): string {
    if (this.#die(5) === 0) return `${JSON.stringify(object, null, this.#die(3))}\n`;
    return this.#block(object, '').replace(/^\n/, '');
  }

  #block(value: Json, indent: string): string {
    if (!isMap(value) && !Array.isArray(value)) return ` ${this.#scalar(value, indent)}\n`;
    const known = this.#anchors.get(JSON.stringify(value));
    if (known && this.#die(2) === 0) return ` *${known}\n`;
    const anchor = this.#anchor(value, indent);
    if (Object.keys(value).length === 0 || (indent !== '' && this.#die(4) === 0))
      return `${anchor} ${this.#flow(value)}\n`;
    const lines = Array.isArray(value)
      ? value.map((item) => `${indent}-${this.#block(item, `${indent}  `)}`)
      : shuffled(Object.entries(value), this.#die).map(
          ([key, inner]) => `${this.#comment(indent)}${indent}${this.#key(key)}:${this.#block(inner, `${indent}  `)}`,
        );
    return `${anchor}\n${lines.join('')}`;
  }

  #anchor(value: Json, indent: string): string {
    if (indent === '' || this.#die(3) > 0) return '';
    // Equal values may get several anchors, and each needs a name of its own.
    const name = `a${this.#anchorCount++}`;
    this.#anchors.set(JSON.stringify(value), name);
    return ` &${name}`;
  }

  #comment(indent: string): string {
    return ['', '', '', '\n', `${indent}# said twice: {\n`][this.#die(5)]!;
  }

  #key(key: string): string {
    return this.#die(3) === 0 || /^(yes|on|no)$/.test(key) ? JSON.stringify(key) : key;
  }

  #flow(value: Json): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.#flow(item)).join(', ')}]`;
    if (!isMap(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
    const entries = shuffled(Object.entries(value), this.#die);
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${this.#flow(inner)}`).join(', ')}}`;
  }

  #scalar(value: Exclude<Json, Json[] | Fields>, indent: string): string {
    if (typeof value === 'number' && this.#die(4) === 0) return `0x${value.toString(16)}`;
    if (typeof value !== 'string') return String(value);
    const style = this.#die(4);
    if (style === 0 && !value.includes('\n')) return `'${value.replaceAll("'", "''")}'`;
    if (style === 1 && value.endsWith('\n')) return `|\n${value.trimEnd().replaceAll(/^/gm, `${indent}  `)}`;
    if (style === 2 && /^[a-z]+$/.test(value) && !/^(yes|no|on|off|true|false|null)$/.test(value)) return value;
    return JSON.stringify(value);
  }
}

/** The objects in some files, in some order, in some style. */
function write(list: readonly Fields[], die: Die): Texts {
  const texts: Record<string, string> = {};
  for (const object of shuffled(list, die)) {
    const file = `${'abc'[die(3)]}.yaml`;
    const text = new Writer(die).document(object);
    texts[file] = texts[file] === undefined ? text : `${texts[file]}---\n${text}`;
  }
  const isWindows = die(6) === 0;
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, isWindows ? text.replaceAll('\n', '\r\n') : text]),
  );
}

const original = planned(
  {},
  {
    'a.yaml': objects()
      .map((object) => JSON.stringify(object))
      .join('\n---\n'),
  },
);

/** Every place of an object that holds a value. */
function places(value: Json, at: (string | number)[] = []): (string | number)[][] {
  const inner = isMap(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
  return [...(at.length > 0 ? [at] : []), ...inner.flatMap(([key, child]) => places(child as Json, [...at, key]))];
}

/** What the API server would fill in, written out. */
const defaults: readonly ((nodeClass: Fields, nodePool: Fields) => void)[] = [
  (_, { spec }) => Object.assign(((spec as Fields).template as Fields).spec as Fields, { expireAfter: '720h' }),
  ({ spec }) => Object.assign(spec as Fields, { metadataOptions: { httpTokens: 'required' } }),
];

/** One change of what is sent, wherever the die falls. */
function changed(list: readonly Fields[], die: Die): Fields[] {
  const copy = structuredClone(list) as Fields[];
  const kind = die(8);
  if (kind === 0) defaults[die(defaults.length)]!(copy[0]!, copy[1]!);
  else if (kind === 1) (((copy[0]!.spec as Fields).kubelet as Fields).kubeReserved as Fields).cpu = '0.1';
  else if (kind === 2) copy.splice(die(copy.length), 1);
  else if (kind === 3) (copy[die(2)]!.spec as Fields)[`added${die(9)}`] = ['', 0, false, null, [], {}][die(6)]!;
  else changeOne(copy[die(copy.length)]!, die);
  return copy;
}

/** Changes or removes a value, or reverses a list. The object's identity stays the same. */
function changeOne(object: Fields, die: Die): void {
  const candidates = places(object).filter(
    (path) => !['apiVersion', 'kind', 'metadata.name', 'metadata'].includes(path.join('.')),
  );
  const path = candidates[die(candidates.length)]!;
  const parent = path.slice(0, -1).reduce<Json>((value, step) => (value as Fields)[step as string]!, object) as Fields;
  const key = path.at(-1) as string;
  const value = parent[key]!;
  if (Array.isArray(parent)) (parent as Json[]).splice(Number(key), 1);
  else if (die(3) === 0) delete parent[key];
  else if (Array.isArray(value) && value.length > 1) value.reverse();
  else if (isMap(value)) value.more = 'x';
  else if (Array.isArray(value)) value.push('x');
  else parent[key] = typeof value === 'string' ? `${value}7` : typeof value === 'number' ? value + 1 : !value;
}

const runs = { numRuns: propertyRuns(10_000), endOnFailure: true };

describe('the digest under mutations', () => {
  test('T8: other spellings of the same bytes never change it', () => {
    const spelled = new Set<string>();
    fc.assert(
      fc.property(fc.noBias(fc.integer()), (seed) => {
        const die = dieOf(seed);
        const texts = write(
          objects().map((object) => respelled(object, die)),
          die,
        );
        spelled.add(JSON.stringify(texts));
        expect(planned({}, texts).digest, JSON.stringify(texts)).toBe(original.digest);
      }),
      runs,
    );
    // The mutations are real: almost all texts are different.
    expect(spelled.size).toBeGreaterThan(0.45 * runs.numRuns);
  });

  test('T9: changes of what is sent always change it', () => {
    fc.assert(
      fc.property(fc.noBias(fc.integer()), (seed) => {
        const die = dieOf(seed);
        const texts = write(changed(objects(), die), die);
        expect(planned({}, texts).digest, JSON.stringify(texts)).not.toBe(original.digest);
      }),
      runs,
    );
  });
});
