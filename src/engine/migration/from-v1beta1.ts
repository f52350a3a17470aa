import type { Value } from '../manifest/manifest.ts';
import { carriedMetadata, compacted, type Fields, fieldsOf, itemsOf, nonEmpty, textOf } from './fields.ts';
import { hopLimitNote, v1beta1MetadataOptions } from './metadata-options.ts';
import type { Migrated } from './to-v1.ts';

/** A v1beta1 NodePool in v1 (core pkg/apis/v1 nodepool_conversion.go at v1.0). */
export function nodePoolFromV1beta1(object: Fields): Migrated {
  const spec = fieldsOf(object.spec);
  const template = fieldsOf(spec.template);
  const { nodeClassRef, kubelet, requirements, taints, startupTaints } = fieldsOf(template.spec);
  const { expireAfter, ...disruption } = fieldsOf(spec.disruption);
  const nodePool: Fields = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: carriedMetadata(object.metadata),
    spec: compacted({
      weight: spec.weight,
      limits: spec.limits,
      disruption: v1Disruption(disruption),
      template: compacted({
        metadata: template.metadata,
        spec: compacted({
          expireAfter: expireAfter ?? '720h',
          nodeClassRef: v1NodeClassRef(nodeClassRef),
          requirements,
          taints,
          startupTaints,
        }),
      }),
    }),
  };
  const settings = nonEmpty(kubelet);
  return { nodePool, notes: [], ...(settings === undefined ? {} : { kubelet: settings }) };
}

/** v1beta1 names the class by apiVersion, v1 by group; both default to the AWS provider's. */
export function v1NodeClassRef(ref: Value | undefined): Fields {
  const { apiVersion, kind, name } = fieldsOf(ref);
  return compacted({
    group: textOf(apiVersion)?.split('/')[0] ?? 'karpenter.k8s.aws',
    kind: kind ?? 'EC2NodeClass',
    name,
  });
}

/**
 * WhenUnderutilized acted at once, so it gets `0s`. The webhook does so even where consolidateAfter was `Never`, which turns consolidation
 * on; we keep `Never`, as the manifest means it.
 */
function v1Disruption(disruption: Fields): Fields {
  const isEmptyOnly = disruption.consolidationPolicy === 'WhenEmpty';
  return compacted({
    ...disruption,
    consolidationPolicy: isEmptyOnly ? 'WhenEmpty' : 'WhenEmptyOrUnderutilized',
    consolidateAfter: disruption.consolidateAfter ?? (isEmptyOnly ? undefined : '0s'),
  });
}

/** Fields of the class that mean the same in v1; the API server dropped any other. */
const carriedFields = [
  ...['associatePublicIPAddress', 'blockDeviceMappings', 'context', 'detailedMonitoring', 'instanceProfile'],
  ...['instanceStorePolicy', 'role', 'securityGroupSelectorTerms', 'subnetSelectorTerms', 'tags', 'userData'],
];

/** A v1beta1 EC2NodeClass in v1 (provider-aws pkg/apis/v1 ec2nodeclass_conversion.go at v1.0). */
export function nodeClassFromV1beta1(object: Fields): Migrated {
  const { amiFamily, amiSelectorTerms, metadataOptions, ...spec } = fieldsOf(object.spec);
  const carried = Object.entries(spec).filter(([field]) => carriedFields.includes(field));
  const family = textOf(amiFamily) ?? 'AL2';
  const pin = textOf(
    fieldsOf(fieldsOf(object.metadata).annotations)['compatibility.karpenter.k8s.aws/v1-alias-version'],
  );
  const ami = v1Ami(family, itemsOf(amiSelectorTerms), pin);
  const nodeClass: Fields = {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: carriedMetadata(object.metadata),
    spec: compacted({
      ...ami.fields,
      ...Object.fromEntries(carried),
      metadataOptions: v1beta1MetadataOptions(metadataOptions),
    }),
  };
  return { nodeClass, notes: [...ami.notes, ...hopLimitNote(metadataOptions)] };
}

/** The root volume that Karpenter gave Ubuntu nodes by itself, which v1's AL2 does not. */
const ubuntuVolumes: readonly Value[] = [
  { deviceName: '/dev/sda1', rootVolume: true, ebs: { encrypted: true, volumeSize: '20Gi', volumeType: 'gp3' } },
];

/** How v1 names the images: an alias where the old version took the family's newest by itself. */
export function v1Ami(family: string, terms: readonly Value[], pin?: string): { fields: Fields; notes: string[] } {
  if (family === 'Ubuntu') return ubuntuAmi(terms);
  if (terms.length > 0) return { fields: { amiFamily: family, amiSelectorTerms: terms }, notes: [] };
  if (family === 'Custom') return { fields: { amiFamily: family }, notes: [] };
  return { fields: { amiSelectorTerms: [{ alias: `${family.toLowerCase()}@${pin ?? 'latest'}` }] }, notes: [] };
}

/** v1 has no family Ubuntu; the webhook treated it as AL2, whose bootstrap it shares. */
const ubuntuAmi = (terms: readonly Value[]): { fields: Fields; notes: string[] } => ({
  fields: {
    amiFamily: 'AL2',
    ...(terms.length > 0 ? { amiSelectorTerms: terms } : {}),
    blockDeviceMappings: ubuntuVolumes,
  },
  notes: ['v1 has no family Ubuntu: nodes count as AL2, and the image must be selected by name and owner.'],
});
