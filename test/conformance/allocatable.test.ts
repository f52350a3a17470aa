import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isCompatible } from '../../src/engine/aws/instance-types/compatibility.ts';
import { resolveInstanceTypes } from '../../src/engine/aws/instance-types/resolve-instance-types.ts';
import { amiFamilyOf } from '../../src/engine/aws/node-class/ami-family.ts';
import type { EC2NodeClass } from '../../src/engine/aws/node-class/ec2-node-class.ts';
import { parseResource } from '../../src/engine/karpenter/api/quantity.ts';
import { defaultKarpenterSettings } from '../../src/engine/karpenter/api/settings.ts';
import { openFacts } from '../../src/io/catalog/facts.ts';

/** Recorded from provider-aws v1.14.1 itself, by scripts/record-allocatable.ts. */
const folder = 'test/conformance/allocatable';
const read = (name: string) => JSON.parse(gunzipSync(readFileSync(`${folder}/${name}`)).toString());

type Recorded = Readonly<Record<string, readonly (string | null)[]>>;

interface Variant {
  readonly nodeClassSpec: EC2NodeClass['spec'];
  readonly vmMemoryOverheadPercent: number;
  readonly reservedENIs: number;
  /** Types whose offerings the EC2NodeClass makes unavailable, if that was recorded. */
  readonly incompatible?: readonly string[];
  readonly types: readonly string[];
  readonly capacity: Recorded;
  readonly kubeReserved: Recorded;
  readonly systemReserved: Recorded;
  readonly evictionThreshold: Recorded;
  readonly allocatable: Recorded;
}

const catalog = openFacts('data').catalog('us-east-1');

const resolve = (spec: EC2NodeClass['spec'], settings: Partial<typeof defaultKarpenterSettings> = {}) =>
  resolveInstanceTypes(
    catalog,
    { metadata: { name: 'recorded' }, spec },
    {
      zones: catalog.zones,
      settings: { ...defaultKarpenterSettings, ...settings },
      spotPricing: 'flat',
      reservations: new Map(),
    },
  );

/** Resource → the sum of its amounts. Resources that no type has are left out, and so are zeros. */
function amounts(length: number, ...parts: Recorded[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const [resource, column] of parts.flatMap((part) => Object.entries(part))) {
    sums[resource] ??= new Array<number>(length).fill(0);
    column.forEach((quantity, i) => {
      sums[resource]![i]! += quantity === null ? 0 : parseResource(resource, quantity)!;
    });
  }
  return sums;
}

const ours = (columns: ReadonlyMap<string, Float64Array>): Record<string, number[]> =>
  Object.fromEntries(
    [...columns]
      .map(
        ([resource, column]) => [resource, [...column].map((amount) => (Number.isNaN(amount) ? 0 : amount))] as const,
      )
      .filter(([, column]) => column.some((amount) => amount !== 0)),
  );

const variants = readdirSync(folder).filter((name) => name.endsWith('.json.gz') && !name.startsWith('labels'));

test('all variants are present', () => expect(variants).toHaveLength(18));

describe.each(variants)('%s', (name) => {
  const variant: Variant = read(name);
  const resolved = resolve(variant.nodeClassSpec, variant);
  const count = variant.types.length;

  test('types', () => {
    expect(resolved.names).toEqual(variant.types);
    expect(count).toBe(1371);
  });
  if (variant.incompatible) {
    test('incompatible types', () => {
      const nodeClass = { metadata: { name: 'recorded' }, spec: variant.nodeClassSpec };
      const amiFamily = amiFamilyOf(nodeClass);
      const refused = catalog.types.filter((info) => !isCompatible(info, nodeClass, amiFamily));
      expect(refused.map((info) => info.name)).toEqual(variant.incompatible);
    });
  }
  test('capacity', () => expect(ours(resolved.capacity)).toEqual(amounts(count, variant.capacity)));
  test('overhead', () => {
    const { kubeReserved, systemReserved, evictionThreshold } = variant;
    expect(ours(resolved.overhead)).toEqual(amounts(count, kubeReserved, systemReserved, evictionThreshold));
  });
  test('allocatable', () => expect(ours(resolved.allocatable)).toEqual(amounts(count, variant.allocatable)));
});

test('labels of AL2023', () => {
  const { types, labels } = read('labels-al2023.json.gz') as {
    types: readonly string[];
    labels: Record<string, (string | string[] | null)[]>;
  };
  const resolved = resolve({ amiFamily: 'AL2023' });
  expect(resolved.names).toEqual(types);
  const recorded = Object.entries(labels).map(
    ([key, column]) => [key, column.map((value) => [value ?? []].flat())] as const,
  );
  const carried = [...resolved.labels].filter(([, column]) => column.some((values) => values.length > 0));
  expect(Object.fromEntries(carried)).toEqual(Object.fromEntries(recorded));
});
