import { helmReleasesOf } from '../lint/helm-releases.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Change, Effect } from './change.ts';

const crds: ReadonlySet<string> = new Set([
  'nodepools.karpenter.sh',
  'nodeclaims.karpenter.sh',
  'ec2nodeclasses.karpenter.k8s.aws',
]);

/** What of Karpenter's installation an object is: its CRDs, which Helm deletes with their release, or the controller. */
function partOf(manifest: Manifest): 'crds' | 'controller' | undefined {
  if (manifest.kind === 'CustomResourceDefinition') return crds.has(manifest.name) ? 'crds' : undefined;
  // Values alone install nothing.
  if (manifest.kind === 'HelmValues') return undefined;
  const [release] = helmReleasesOf({ files: [], manifests: [manifest] });
  return release && (release.chart === 'karpenter-crd' ? 'crds' : 'controller');
}

/**
 * What it does that a part of Karpenter's installation is removed; undefined for everything else, and for a controller that another
 * object of head installs.
 */
export function uninstalled(base: Manifest, head: readonly Manifest[]): Change | undefined {
  const part = partOf(base);
  if (part === undefined) return undefined;
  const isElsewhere = head.some((manifest) => partOf(manifest) === part);
  if (part === 'controller' && isElsewhere) return undefined;
  const [effect, summary] = part === 'controller' ? withoutController : isElsewhere ? movedCrds : withoutCrds;
  return { resource: base.ref, type: 'removed', fields: [], effect, summary, span: base.span([]) };
}

type Outcome = readonly [effect: Effect, summary: string];

const withoutCrds: Outcome = [
  'delete',
  'removed; without the CRDs every NodePool and NodeClaim is deleted, and all nodes with them',
];
const movedCrds: Outcome = [
  'unknown',
  'removed, while something else has the CRDs: if they go in between, every NodePool and NodeClaim is deleted, and all nodes with them',
];
const withoutController: Outcome = ['new-nodes', 'removed; nothing launches or replaces nodes any more'];
