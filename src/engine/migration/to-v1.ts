import type { NodePool } from '../api/node-pool.ts';
import { isObject, type Manifest, type Value } from '../manifest/manifest.ts';
import { dataOf, draftOfValue } from './draft.ts';
import { migrateDraft, stepsOf } from './migrate-draft.ts';
import { writeDefaults } from './node-pool-to-v1.ts';
import type { Remark } from './remarks.ts';

type Fields = { readonly [key: string]: Value };

/** A node class in v1, as far as the migration looks into it. */
export interface MigratedNodeClass {
  readonly metadata: { readonly name: string };
  readonly spec: Fields;
}

/** What one manifest means in v1: at most one pool and one class. Empty for kinds that are neither. */
export interface V1OfManifest {
  readonly nodePool?: NodePool;
  readonly nodeClass?: MigratedNodeClass;
  /** kubelet settings that v1 keeps in the EC2NodeClass which the pool names. */
  readonly kubelet?: Fields;
  readonly remarks: readonly Remark[];
}

const v1Kinds: Readonly<Record<string, 'nodePool' | 'nodeClass'>> = {
  'karpenter.sh/v1 NodePool': 'nodePool',
  'karpenter.k8s.aws/v1 EC2NodeClass': 'nodeClass',
};

/**
 * The v1 objects that a manifest of any Karpenter version stands for, in memory. Implicit defaults of the old version that v1 does not have
 * are written out. kubelet settings of a pool come apart, because v1 keeps them in the class: `v1Objects` joins them.
 */
export function toV1(manifest: Manifest): V1OfManifest {
  const current = v1Kinds[`${manifest.apiVersion} ${manifest.kind}`];
  if (current === 'nodePool') return { nodePool: withNodePoolShape(manifest.object), remarks: [] };
  if (current === 'nodeClass') return { nodeClass: withNodeClassShape(manifest.object), remarks: [] };
  if (stepsOf(manifest, 'v1') === undefined) return { remarks: [] };
  const { objects, kubelet, remarks } = migrateDraft(manifest, draftOfValue(manifest.object), { to: 'v1' });
  const pool = objects.find((object) => object.text('kind') === 'NodePool');
  const nodeClass = objects.find((object) => object.text('kind') === 'EC2NodeClass');
  if (pool) writeDefaults(pool);
  const settings = kubelet && nonEmpty(dataOf(kubelet.value));
  return {
    remarks,
    ...(pool && { nodePool: withNodePoolShape(compacted(dataOf(pool) as Fields)) }),
    ...(nodeClass && { nodeClass: withNodeClassShape(compacted(dataOf(nodeClass) as Fields)) }),
    ...(settings && { kubelet: settings }),
  };
}

/** The fields of a mapping that holds any; undefined for everything else. */
const nonEmpty = (value: Value | undefined): Fields | undefined =>
  isObject(value) && Object.keys(value).length > 0 ? value : undefined;

/** Without what is null or an empty mapping, down to the template's spec: the API server drops the one, and the other says nothing. */
function compacted(fields: Fields, depth = 4): Fields {
  const entries = Object.entries(fields).map(([key, value]): [string, Value] => [
    key,
    isObject(value) && depth > 1 ? compacted(value, depth - 1) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && !(isObject(value) && !nonEmpty(value))));
}

/** The least that readers of the type rely on, for what the manifest leaves out. */
function withNodePoolShape(object: Fields): NodePool {
  const spec = nonEmpty(object.spec) ?? {};
  const template = nonEmpty(spec.template) ?? {};
  const templateSpec = nonEmpty(template.spec) ?? {};
  const nodeClassRef = { name: '', ...nonEmpty(templateSpec.nodeClassRef) };
  const metadata = { name: '', ...nonEmpty(object.metadata) };
  return {
    ...object,
    metadata,
    spec: { ...spec, template: { ...template, spec: { ...templateSpec, nodeClassRef } } },
  } as unknown as NodePool;
}

const withNodeClassShape = (object: Fields): MigratedNodeClass =>
  ({
    ...object,
    metadata: { name: '', ...nonEmpty(object.metadata) },
    spec: nonEmpty(object.spec) ?? {},
  }) as unknown as MigratedNodeClass;
