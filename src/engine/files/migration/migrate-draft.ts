import type { Manifest } from '../../manifest/model/manifest.ts';
import type { DraftEntry, DraftMap } from './draft.ts';
import { nodeClassFromTemplate } from './node-class-from-template.ts';
import { nodeClassToV1 } from './node-class-to-v1.ts';
import { nodePoolFromProvisioner } from './node-pool-from-provisioner.ts';
import { nodePoolToV1 } from './node-pool-to-v1.ts';
import { type Remark, Remarks } from './remarks.ts';

/** The API versions that a migration can produce. */
export type TargetVersion = 'v1beta1' | 'v1';

/** One object during its migration, and the parts that move to other objects. */
interface Step {
  /** The class that the object defined inline. */
  readonly nodeClass?: DraftMap | undefined;
  /** The kubelet settings that move to the class of the NodePool. */
  readonly kubelet?: DraftEntry | undefined;
}

type Convert = (object: DraftMap, remarks: Remarks) => Step;

const poolToV1: Convert = (object, remarks) => ({ kubelet: nodePoolToV1(object, remarks) });
const classToV1: Convert = (object, remarks) => {
  nodeClassToV1(object, remarks);
  return {};
};

/** The steps of each kind: to v1beta1 if it is older, then to v1. */
const steps: Readonly<Record<string, { readonly toV1beta1?: Convert; readonly toV1: Convert }>> = {
  'karpenter.sh/v1alpha5 Provisioner': {
    toV1beta1: (object, remarks) => ({ nodeClass: nodePoolFromProvisioner(object, remarks) }),
    toV1: poolToV1,
  },
  'karpenter.k8s.aws/v1alpha1 AWSNodeTemplate': {
    toV1beta1: (object, remarks) => {
      nodeClassFromTemplate(object, remarks);
      return {};
    },
    toV1: classToV1,
  },
  'karpenter.sh/v1beta1 NodePool': { toV1: poolToV1 },
  'karpenter.k8s.aws/v1beta1 EC2NodeClass': { toV1: classToV1 },
};

/** The steps from a manifest's version to another; undefined if there is nothing to do. */
export function stepsOf({ apiVersion, kind }: Manifest, to: TargetVersion): readonly Convert[] | undefined {
  const step = steps[`${apiVersion} ${kind}`];
  const wanted = [step?.toV1beta1, to === 'v1' ? step?.toV1 : undefined].filter((step) => step !== undefined);
  if (wanted.length === 0) return undefined;
  return wanted;
}

/** The result of migrating one object. */
interface MigratedDraft {
  /** The object, and the class that it defined inline. */
  readonly objects: readonly DraftMap[];
  readonly kubelet?: DraftEntry;
  readonly remarks: readonly Remark[];
}

/** Migrates one object in place. The manifest is the original object. */
export function migrateDraft(
  manifest: Manifest,
  object: DraftMap,
  { to, isPatch = false }: { readonly to: TargetVersion; readonly isPatch?: boolean },
): MigratedDraft {
  const remarks = new Remarks(isPatch);
  let nodeClass: DraftMap | undefined;
  let kubelet: DraftEntry | undefined;

  for (const step of stepsOf(manifest, to) ?? []) {
    if (nodeClass !== undefined) classToV1(nodeClass, remarks);
    const migrated = step(object, remarks);
    nodeClass ??= migrated.nodeClass;
    kubelet ??= migrated.kubelet;
  }

  const objects = nodeClass === undefined ? [object] : [object, nodeClass];
  return { objects, remarks: remarks.all, ...(kubelet && { kubelet }) };
}
