import { isServed, servedApi, servedApis } from '../../karpenter/api/versions.ts';
import { isOfKarpenter } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** The Karpenter of a cluster. */
export interface RunningKarpenter {
  /** A minor version. */
  readonly version: string;
  /** Whether the version is assumed, because nothing names it. */
  readonly isAssumed: boolean;
  /** Every minor that may run: several if the version is assumed. */
  readonly possible: readonly string[];
}

/** Why a cluster does not accept an object: Karpenter does not have its kind at all, or only in other API versions. */
export type Unserved = 'kind' | 'version';

/**
 * Why the CRDs of a Karpenter do not serve an object; undefined if they do, or if that is unknown. If the version is assumed, only what no
 * Karpenter has ever served counts. A CRD among `siblings` serves what it says, whatever the controller's version.
 */
export function unservedBy(
  { version, isAssumed, possible }: RunningKarpenter,
  manifest: Manifest,
  siblings: () => readonly Manifest[],
): Unserved | undefined {
  const { apiVersion, kind, isPartial } = manifest;
  if (!isOfKarpenter(manifest) || isPartial || [apiVersion, kind].some(hasPlaceholder)) return undefined;

  const served = servedApi(apiVersion, kind);
  if (served !== undefined && (isAssumed || isServed(served, version))) return undefined;
  if (siblings().some((sibling) => mayDefine(sibling, manifest))) return undefined;

  const group = groupOf(apiVersion);
  const minors = isAssumed ? possible : [version];
  const isKindServed = servedApis.some(
    (api) => api.kind === kind && groupOf(api.apiVersion) === group && minors.some((minor) => isServed(api, minor)),
  );

  if (isKindServed) return 'version';
  return 'kind';
}

/** Whether an object is a CustomResourceDefinition of a kind, as far as its text is known. */
function mayDefine(definition: Manifest, { apiVersion, kind }: Manifest): boolean {
  if (definition.kind !== 'CustomResourceDefinition') return false;
  const [group, name] = [definition.get(['spec', 'group']), definition.get(['spec', 'names', 'kind'])];
  return (group === groupOf(apiVersion) || hasPlaceholder(group)) && (name === kind || hasPlaceholder(name));
}
