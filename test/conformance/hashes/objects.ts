import type { CrdPack, Schema } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import type { HashQuestion } from '../../oracle/hashes/hashes.ts';
import { Random } from '../generator/random.ts';

const kinds = ['NodePool', 'EC2NodeClass'];

/** That many objects of each kind that the pack serves. They use every field of the schemas in turn. The same seed gives the same objects. */
export function hashObjects(pack: CrdPack, versions: readonly string[], count: number): HashQuestion[] {
  const served = pack.versions.filter(({ kind, version }) => kinds.includes(kind) && versions.includes(version));
  return served.flatMap(({ apiVersion, kind, schema }) =>
    Array.from({ length: count }, (_, seed): HashQuestion => {
      const random = new Random(seed + 1);
      const draft = new Draft(random);
      const spec = draft.value(schema.properties!.spec!, 'spec') as Record<string, unknown>;
      if (kind === 'EC2NodeClass') draft.giveFamily(spec, apiVersion);
      const object = { apiVersion, kind, metadata: { name: `object-${seed}` }, spec };
      return {
        object,
        ...(kind === 'EC2NodeClass' && random.chance(0.2) && { caBundle: random.pick('', 'Q0E=', 'b3RoZXI=') }),
      };
    }),
  );
}

const texts = [
  'a',
  'b',
  'web',
  'team a',
  'größe',
  '節點',
  'a<b>&c',
  'x\u2028y',
  '"quoted"',
  '',
  'true',
  '0',
  'line\nline\t',
  'a/b.c@d',
];
const durations = ['0s', '30s', '1m', '90m', '1h30m', '5400s', '720h', '24h', '1440m', '86400s'];
const quantities = [
  '20Gi',
  '20480Mi',
  '100G',
  '0',
  '1Ti',
  '1e3',
  '1.5Gi',
  '1536Mi',
  '500m',
  50,
  0,
  '0.5',
  '1000000k',
  '1Pi',
];
const aliases = ['al2@latest', 'al2023@v20240807', 'bottlerocket@latest', 'windows2022@latest'];

/** Values for a schema. Zeros, empty lists and duplicates are frequent, because the hash has special rules for them. */
class Draft {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  value(schema: Schema, name: string): unknown {
    if (schema['x-kubernetes-int-or-string']) return this.#random.pick<unknown>(...quantities);
    if (name === 'volumeSize') return this.#random.pick(...quantities);
    if (schema.enum !== undefined && schema.type !== 'object') return this.#random.pick(...schema.enum);
    switch (schema.type) {
      case 'boolean':
        return this.#random.chance(0.5);
      case 'integer':
      case 'number':
        return this.#random.pick(0, 1, 2, 7, 110, 3000, 2147483647);
      case 'array':
        return this.#list(schema, name);
      case 'object':
        return this.#object(schema, name);
      default:
        return this.#text(schema, name);
    }
  }

  #text({ pattern = '', format }: Schema, name: string): string {
    if (format === 'date-time') return this.#random.pick('2024-02-29T12:30:00Z', '2026-01-01T00:00:00+01:00');
    const isDuration = /h\|m|m\|h|us\|/.test(pattern);
    if (!isDuration && name !== 'evictionSoftGracePeriod') return this.#random.pick(...texts);
    return pattern.includes('Never') && this.#random.chance(0.2) ? 'Never' : this.#random.pick(...durations);
  }

  #list({ items }: Schema, name: string): unknown[] {
    const list = Array.from({ length: this.#random.pick(0, 1, 1, 2, 3) }, () => this.value(items!, name));
    return list.length > 0 && this.#random.chance(0.1) ? [...list, list[0]] : list;
  }

  #object(schema: Schema, name: string): Record<string, unknown> {
    if (schema['x-kubernetes-preserve-unknown-fields'] === true && schema.properties === undefined) return this.#open();
    if (schema.properties === undefined) return this.#map(schema, name);
    const fields = Object.entries(schema.properties).filter(
      ([key]) => schema.required?.includes(key) || this.#random.chance(name === 'spec' ? 0.45 : 0.6),
    );
    return Object.fromEntries(fields.map(([key, inner]) => [key, this.value(inner, key)]));
  }

  #map({ additionalProperties: of }: Schema, name: string): Record<string, unknown> {
    const keys = this.#random.sample(
      ['a', 'b', 'memory.available', 'kubernetes.io/cluster/größe', 'Z', ''],
      this.#random.pick(0, 1, 2, 4),
    );
    return Object.fromEntries(
      keys.map((key) => [key, typeof of === 'object' ? this.value(of, name) : this.#random.pick(...texts)]),
    );
  }

  /** Kubelet settings since 1.15: fields of any kind. */
  #open(): Record<string, unknown> {
    const fields: Record<string, unknown> = {
      maxPods: this.#random.pick<unknown>(110, '(enis - 1) * ips'),
      topologyManagerPolicy: 'single-numa-node',
      clusterDNS: this.#random.pick([], ['10.0.0.10'], ['b', 'a']),
      shutdownGracePeriodByPodPriority: [{ shutdownGracePeriodSeconds: 10, priority: 0 }],
      kubeReserved: { memory: '1Gi', cpu: '100m<' },
      cpuCFSQuota: this.#random.chance(0.5),
      registryPullQPS: this.#random.pick(0, 0.5, 1e21, 1.25e-7),
      allowedUnsafeSysctls: null,
      größe: 'x\u2029y',
    };
    const keys = this.#random.sample(Object.keys(fields), this.#random.integer(0, 9));
    return Object.fromEntries(keys.reverse().map((key) => [key, fields[key]]));
  }

  /** An AMI family that Karpenter can determine: by name, by alias, or none. */
  giveFamily(spec: Record<string, unknown>, apiVersion: string): void {
    const isV1beta1 = apiVersion.endsWith('v1beta1');
    if (isV1beta1) spec.amiFamily = this.#random.pick('AL2', 'AL2023', 'Bottlerocket', 'Ubuntu', 'Custom');
    else if (this.#random.chance(0.5)) spec.amiSelectorTerms = [{ alias: this.#random.pick(...aliases) }];
    else spec.amiSelectorTerms = [{ id: 'ami-0123456789abcdef0' }];
    if (!isV1beta1 && spec.amiFamily === '') delete spec.amiFamily;
  }
}
