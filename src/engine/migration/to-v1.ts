import type { EC2NodeClass } from '../api/ec2-node-class.ts';
import type { NodePool } from '../api/node-pool.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type Fields, nonEmpty } from './fields.ts';
import { nodeClassFromV1beta1, nodePoolFromV1beta1 } from './from-v1beta1.ts';
import { nodeClassFromTemplate } from './node-template.ts';
import { nodePoolFromProvisioner } from './provisioner.ts';

/** An object in the words of v1, as untyped fields, with what a reader must know of the change. */
export interface Migrated {
  readonly nodePool?: Fields;
  readonly nodeClass?: Fields;
  /** kubelet settings that v1 keeps in the EC2NodeClass which the pool names. */
  readonly kubelet?: Fields;
  readonly notes: readonly string[];
}

/** What one manifest means in v1: at most one pool and one class. Empty for kinds that are neither. */
export interface V1Objects {
  readonly nodePool?: NodePool;
  readonly nodeClass?: EC2NodeClass;
  readonly kubelet?: Fields;
  readonly notes: readonly string[];
}

type Migration = (object: Fields) => Migrated;

const migrations: Readonly<Record<string, Migration>> = {
  'karpenter.sh/v1 NodePool': (object) => ({ nodePool: object, notes: [] }),
  'karpenter.k8s.aws/v1 EC2NodeClass': (object) => ({ nodeClass: object, notes: [] }),
  'karpenter.sh/v1beta1 NodePool': nodePoolFromV1beta1,
  'karpenter.k8s.aws/v1beta1 EC2NodeClass': nodeClassFromV1beta1,
  'karpenter.sh/v1alpha5 Provisioner': nodePoolFromProvisioner,
  'karpenter.k8s.aws/v1alpha1 AWSNodeTemplate': nodeClassFromTemplate,
};

/** The fields of an object in v1, whatever version it is written in; undefined for kinds that are no pool and no class. */
export function migrated(manifest: Manifest): Migrated | undefined {
  return migrations[`${manifest.apiVersion} ${manifest.kind}`]?.(manifest.object);
}

/**
 * The v1 objects that a manifest of any Karpenter version stands for, in memory. Implicit defaults of the old version that v1 does not have
 * are written out. kubelet settings of a pool come apart, because v1 keeps them in the class: `v1Objects` joins them.
 */
export function toV1(manifest: Manifest): V1Objects {
  const result = migrated(manifest);
  if (result === undefined) return { notes: [] };
  return {
    notes: result.notes,
    ...(result.nodePool ? { nodePool: withNodePoolShape(result.nodePool) } : {}),
    ...(result.nodeClass ? { nodeClass: withNodeClassShape(result.nodeClass) } : {}),
    ...(result.kubelet ? { kubelet: result.kubelet } : {}),
  };
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

const withNodeClassShape = (object: Fields): EC2NodeClass =>
  ({
    ...object,
    metadata: { name: '', ...nonEmpty(object.metadata) },
    spec: nonEmpty(object.spec) ?? {},
  }) as unknown as EC2NodeClass;
