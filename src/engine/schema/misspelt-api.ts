import { isServed, type ServedApi, servedApis } from '../api/versions.ts';
import { isKarpenterGroup, karpenterGroups, karpenterKinds } from '../manifest/karpenter-kinds.ts';
import { asMapping, groupOf, type Manifest } from '../manifest/manifest.ts';
import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import { editDistance } from '../nearest.ts';
import { replacing } from './advice/fixes.ts';
import type { Fault } from './fault.ts';

/** Groups that people write for Karpenter's, and that nobody else has: too far from the real ones to be slips of the keyboard. */
const mistakenGroups = [
  'karpenter.k8s.io',
  'karpenter.io',
  'karpenter.aws',
  'karpenter.k8s',
  'karpenter.k8s.sh',
  'karpenter',
];

const longestGroup = 40;

/** Letters that may differ: neighbours such as `karpenter.k8s.gcp` are groups of other providers. */
const mostSlips = 2;

/** Whether a group, or what stands in its place, is Karpenter's written wrong. */
function isMisspelt(group: string): boolean {
  if (group.length > longestGroup) return false;
  const written = group.toLowerCase();
  return mistakenGroups.includes(written) || karpenterGroups.some((known) => editDistance(written, known) <= mostSlips);
}

/** The group, or all of it where somebody forgot the slash: `karpenter.sh` alone. */
const writtenGroup = (apiVersion: string): string =>
  apiVersion.includes('/') ? groupOf(apiVersion) : apiVersion.replace(/[.:_-]?v\d\w{0,40}$/, '');

/** Kinds that nobody but Karpenter has; `NodePool` and `NodeClaim` of other groups are other operators'. */
const kinds = karpenterKinds.flatMap(({ kind, group, successor }) =>
  isKarpenterGroup(group) && successor === undefined ? [kind] : [],
);

/**
 * An object of one of Karpenter's kinds in a group that is nearly Karpenter's: no API server with Karpenter serves it, and Karpenter
 * never sees it. Groups that the repository itself defines are left alone.
 */
export function misspeltApiFault(
  manifest: Manifest,
  karpenterVersion: string,
  definedGroups: () => ReadonlySet<string>,
): Fault | undefined {
  const { apiVersion, kind } = manifest;
  const meant = kinds.find((known) => known.toLowerCase() === kind.toLowerCase());
  if (meant === undefined || hasPlaceholder(apiVersion)) return undefined;
  const group = writtenGroup(apiVersion);
  const isCore = group === '' && isKarpenterSpec(manifest);
  if (!isCore && (!isMisspelt(group) || definedGroups().has(group))) return undefined;
  const served = servedApis.filter((one) => one.kind === meant && isServed(one, karpenterVersion));
  const api = served.find(({ apiVersion: one }) => one.endsWith('/v1')) ?? served[0];
  return {
    code: 'schema/unknown-kind',
    path: ['apiVersion'],
    message: `\`${apiVersion.slice(0, longestGroup)}\` is not an API of Karpenter. The API server refuses this ${meant}, and Karpenter never sees it`,
    ...(api && advice(manifest, api)),
  };
}

/** A fix only where the version is all that is wrong with it. */
function advice(manifest: Manifest, { apiVersion, kind }: ServedApi): Pick<Fault, 'help' | 'fix'> {
  const fix = manifest.kind === kind ? replacing(manifest, ['apiVersion'], apiVersion) : undefined;
  const also = manifest.kind === kind ? '' : ` and \`kind: ${kind}\``;
  return { help: `Write \`apiVersion: ${apiVersion}\`${also}.`, ...(fix && { fix }) };
}

/** `apiVersion: v1` names the core group: only its fields tell that an object is Karpenter's. */
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

/** Groups of CustomResourceDefinitions, and of what Crossplane and kro make of theirs. */
export function groupsDefinedBy(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(
    manifests.flatMap((manifest) => {
      const group = manifest.get(['spec', 'group']) ?? manifest.get(['spec', 'schema', 'group']);
      return typeof group === 'string' ? [group] : [];
    }),
  );
}
