import type { NodePool } from '../../karpenter/api/node-pool.ts';
import { isObject, type Manifest, type Mapping, type Value } from '../../manifest/model/manifest.ts';
import { autoModeGroup } from '../../manifest/model/provider-kinds.ts';
import { dataOf, draftOfValue, UnwritableDocument } from './draft.ts';
import { migrateDraft, stepsOf } from './migrate-draft.ts';
import { writeDefaults } from './node-pool-to-v1.ts';
import type { Remark } from './remarks.ts';

/** A node class in v1, with the fields that the migration uses. */
export interface MigratedNodeClass {
  readonly metadata: { readonly name: string };
  readonly spec: Mapping;
}

/** The v1 objects of one manifest: at most one NodePool and one class. Empty for other kinds. */
interface V1OfManifest {
  readonly nodePool?: NodePool;
  readonly nodeClass?: MigratedNodeClass;
  /** The kubelet settings, which v1 has in the EC2NodeClass of the NodePool. */
  readonly kubelet?: Mapping;
  readonly remarks: readonly Remark[];
}

const v1Kinds: Readonly<Record<string, 'nodePool' | 'nodeClass'>> = {
  'karpenter.sh/v1 NodePool': 'nodePool',
  'karpenter.k8s.aws/v1 EC2NodeClass': 'nodeClass',
  [`${autoModeGroup}/v1 NodeClass`]: 'nodeClass',
};

/**
 * Converts a manifest of any Karpenter version to v1, in memory. Defaults of the old version that v1 does not have are set explicitly. The
 * kubelet settings of a NodePool are returned separately, because v1 has them in the class. `v1Objects` adds them there.
 */
export function toV1(manifest: Manifest): V1OfManifest {
  const current = v1Kinds[`${manifest.apiVersion} ${manifest.kind}`];
  if (current === 'nodePool') return { nodePool: withNodePoolShape(manifest.object), remarks: [] };
  if (current === 'nodeClass') return { nodeClass: withNodeClassShape(manifest.object), remarks: [] };
  if (stepsOf(manifest, 'v1') === undefined) return { remarks: [] };

  try {
    return migrated(manifest, manifest.object);
  } catch (error) {
    if (!(error instanceof UnwritableDocument)) throw error;

    // The API server refuses a list or a text in place of a mapping. As in v1, such an object counts as one without a spec.
    const { apiVersion, kind, name } = manifest;
    return migrated(manifest, { apiVersion, kind, metadata: { name } });
  }
}

/** The v1 form of an object of an old version. Throws UnwritableDocument if a mapping is missing. */
function migrated(manifest: Manifest, fields: Mapping): V1OfManifest {
  const { objects, kubelet, remarks } = migrateDraft(manifest, draftOfValue(fields), { to: 'v1' });
  const pool = objects.find((object) => object.text('kind') === 'NodePool');
  const nodeClass = objects.find((object) => object.text('kind') === 'EC2NodeClass');

  if (pool) writeDefaults(pool);

  const settings = kubelet && nonEmpty(dataOf(kubelet.value));

  return {
    remarks,
    ...(pool && { nodePool: withNodePoolShape(compacted(dataOf(pool) as Mapping)) }),
    ...(nodeClass && { nodeClass: withNodeClassShape(compacted(dataOf(nodeClass) as Mapping)) }),
    ...(settings && { kubelet: settings }),
  };
}

/** The fields of a mapping that is not empty, or undefined. */
const nonEmpty = (value: Value | undefined): Mapping | undefined => {
  if (isObject(value) && Object.keys(value).length > 0) return value;
  return undefined;
};

/** Removes nulls, which the API server drops, and empty mappings, which mean nothing, down to the template's spec. */
function compacted(fields: Mapping, depth = 4): Mapping {
  const entries = Object.entries(fields).map(([key, value]): [string, Value] => [
    key,
    isObject(value) && depth > 1 ? compacted(value, depth - 1) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && !(isObject(value) && !nonEmpty(value))));
}

/** The object with all fields that the type requires, even if the manifest lacks them. */
function withNodePoolShape(object: Mapping): NodePool {
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

const withNodeClassShape = (object: Mapping): MigratedNodeClass =>
  ({
    ...object,
    metadata: { name: '', ...nonEmpty(object.metadata) },
    spec: nonEmpty(object.spec) ?? {},
  }) as unknown as MigratedNodeClass;
