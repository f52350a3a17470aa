import { isServed, type ServedApi, servedApis } from '../../karpenter/api/versions.ts';
import { isKarpenterGroup, karpenterGroups, karpenterKinds } from '../../manifest/model/karpenter-kinds.ts';
import { asMapping, groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { editDistance } from '../../text/nearest.ts';
import { replacing } from './advice/fixes.ts';
import type { Fault } from './definitions/fault.ts';

/** Groups that people mistake for Karpenter's and that do not belong to anyone else. They differ too much from the real ones to be typing errors. */
const mistakenGroups = [
  'karpenter.k8s.io',
  'karpenter.io',
  'karpenter.aws',
  'karpenter.k8s',
  'karpenter.k8s.sh',
  'karpenter',
];

const longestGroup = 40;

/** How many letters may differ. It is low because similar groups such as `karpenter.k8s.gcp` belong to other providers. */
const mostSlips = 2;

/** Whether a group is a misspelling of one of Karpenter's. */
function isMisspelled(group: string): boolean {
  if (group.length > longestGroup) return false;
  const written = group.toLowerCase();
  return mistakenGroups.includes(written) || karpenterGroups.some((group) => editDistance(written, group) <= mostSlips);
}

/** The group, or the whole text if the slash is missing, such as `karpenter.sh`. */
const writtenGroup = (apiVersion: string): string => {
  if (apiVersion.includes('/')) return groupOf(apiVersion);
  return apiVersion.replace(/[.:_-]?v\d\w{0,40}$/, '');
};

/** The kinds of Karpenter. Other operators also have a `NodePool` or `NodeClaim`, in other groups. */
const kinds = karpenterKinds.flatMap(({ kind, group, successor }) => {
  if (isKarpenterGroup(group) && successor === undefined) return [kind];
  return [];
});

/**
 * The fault of an object that has one of Karpenter's kinds and a group that is nearly Karpenter's. The API server refuses it, and Karpenter
 * never sees it. Groups that the repository itself defines are not reported.
 */
export function misspelledApiFault(
  manifest: Manifest,
  karpenterVersion: string,
  definedGroups: () => ReadonlySet<string>,
): Fault | undefined {
  const { apiVersion, kind } = manifest;
  const meant = kinds.find((candidate) => candidate.toLowerCase() === kind.toLowerCase());
  if (meant === undefined || hasPlaceholder(apiVersion)) return undefined;

  const group = writtenGroup(apiVersion);
  const isCore = group === '' && isKarpenterSpec(manifest);
  if (!isCore && (!isMisspelled(group) || definedGroups().has(group))) return undefined;

  const served = servedApis.filter((api) => api.kind === meant && isServed(api, karpenterVersion));
  const api = served.find(({ apiVersion: version }) => version.endsWith('/v1')) ?? served[0];

  return {
    code: 'schema/unknown-kind',
    path: ['apiVersion'],
    message: `\`${apiVersion.slice(0, longestGroup)}\` is not an API of Karpenter. The API server refuses this ${meant}, and Karpenter never sees it`,
    ...(api && advice(manifest, api)),
  };
}

/** What to write instead, with a fix if only the API version is wrong. */
function advice(manifest: Manifest, { apiVersion, kind }: ServedApi): Pick<Fault, 'help' | 'fix'> {
  const fix = manifest.kind === kind ? replacing(manifest, ['apiVersion'], apiVersion) : undefined;
  const also = manifest.kind === kind ? '' : ` and \`kind: ${kind}\``;
  return { help: `Write \`apiVersion: ${apiVersion}\`${also}.`, ...(fix && { fix }) };
}

/** `apiVersion: v1` is the core group, so only the fields show that an object is meant for Karpenter. */
function isKarpenterSpec(manifest: Manifest): boolean {
  const spec = asMapping(manifest.get(['spec'])) ?? {};
  const template = asMapping(manifest.get(['spec', 'template', 'spec'])) ?? {};

  return (
    template.nodeClassRef !== undefined ||
    spec.nodeClassRef !== undefined ||
    spec.amiSelectorTerms !== undefined ||
    spec.subnetSelectorTerms !== undefined ||
    spec.securityGroupSelectorTerms !== undefined
  );
}

/** The groups that CustomResourceDefinitions define, and that the definitions of Crossplane and kro lead to. */
export function groupsDefinedBy(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(
    manifests.flatMap((manifest) => {
      const group = manifest.get(['spec', 'group']) ?? manifest.get(['spec', 'schema', 'group']);
      if (typeof group === 'string') return [group];
      return [];
    }),
  );
}
