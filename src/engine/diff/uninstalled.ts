import type { Change, Effect } from '../change.ts';
import { helmReleasesOf } from '../lint/fields/helm-releases.ts';
import { karpenterKinds } from '../manifest/karpenter-kinds.ts';
import { asMapping, asText, type Manifest } from '../manifest/manifest.ts';
import { installerOf, karpenterMove, toolKind } from './karpenter-moves.ts';

/** The CRDs that Karpenter needs to run nodes. */
const crds: ReadonlySet<string> = new Set(
  karpenterKinds
    .filter(({ versions }) => versions.some(({ version }) => version === 'v1'))
    .map(({ plural, group }) => `${plural}.${group}`),
);

/** The part of Karpenter's installation that an object installs: the CRDs, which Helm deletes with their release, or the controller. */
function partOf(manifest: Manifest): 'crds' | 'controller' | undefined {
  if (manifest.kind === 'CustomResourceDefinition') return crds.has(manifest.name) ? 'crds' : undefined;
  // Helm values on their own install nothing.
  if (manifest.kind === 'HelmValues') return undefined;
  const [release] = helmReleasesOf({ files: [], manifests: [manifest] });
  return release && (release.chart === 'karpenter-crd' ? 'crds' : 'controller');
}

/** Whether the CRDs stay when an object is removed: because of Helm's annotation, or those of Argo CD and Flux. */
function keepsCrds(manifest: Manifest): boolean {
  const [release] = helmReleasesOf({ files: [], manifests: [manifest] });
  const annotations = asMapping(
    manifest.get(release ? [...release.values, 'additionalAnnotations'] : ['metadata', 'annotations']),
  );
  return (
    annotations?.['helm.sh/resource-policy'] === 'keep' ||
    annotations?.['kustomize.toolkit.fluxcd.io/prune'] === 'disabled' ||
    /\b(?:Prune|Delete)=false\b/.test(asText(annotations?.['argocd.argoproj.io/sync-options']) ?? '')
  );
}

/**
 * The effect of removing a part of Karpenter's installation. Undefined for everything else, and for a controller that another object
 * of the same kind installs in head. `isSibling` says whether an object of head is in the same cluster.
 */
export function uninstalled(
  base: Manifest,
  head: readonly Manifest[],
  isSibling: (manifest: Manifest) => boolean = () => true,
): Change | undefined {
  const part = partOf(base);
  if (part === undefined || (part === 'crds' && keepsCrds(base))) return undefined;
  const isElsewhere = head.some((manifest) => partOf(manifest) === part);
  const resource = { ...base.ref, kind: toolKind(base) };
  if (part === 'controller') {
    if (head.some((manifest) => partOf(manifest) === part && toolKind(manifest) === resource.kind)) return undefined;
    const was = installerOf(base);
    const move = was && karpenterMove(was, head, isSibling);
    const moved: Outcome | undefined = move && [move.isCertain ? 'none' : 'unknown', move.summary];
    const [effect, summary] = moved ?? withoutController;
    return { resource, type: 'removed', fields: [], effect, summary, span: base.span([]) };
  }

  const [effect, summary] = isElsewhere ? movedCrds : withoutCrds;
  return { resource, type: 'removed', fields: [], effect, summary, span: base.span([]) };
}

type Outcome = readonly [effect: Effect, summary: string];

const withoutCrds: Outcome = [
  'delete',
  'removed; without the CRDs, the API server deletes every NodePool and NodeClaim, and with them all nodes',
];
const movedCrds: Outcome = [
  'unknown',
  'removed, while another object installs the CRDs: if the CRDs are deleted in between, so are every NodePool, NodeClaim and node',
];
const withoutController: Outcome = ['new-nodes', 'removed; nothing launches or replaces nodes anymore'];
