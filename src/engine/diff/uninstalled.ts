import type { Change, Effect } from '../change.ts';
import { helmReleasesOf } from '../lint/fields/helm-releases.ts';
import { karpenterKinds } from '../manifest/karpenter-kinds.ts';
import { type Keeping, keepingOf } from '../manifest/keeping.ts';
import { asMapping, type Manifest } from '../manifest/manifest.ts';
import { manifestDefinition } from '../sources/gitops/definition.ts';
import { definitionRemoval } from '../sources/removal/definition-removal.ts';
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

/** Why what an object installs stays although the object is deleted; undefined if it is deleted, too. */
function keepingOfParts(manifest: Manifest, part: 'crds' | 'controller'): Keeping | undefined {
  const definition = manifestDefinition(manifest);
  if (definition === undefined) return undefined;
  const { by, gone } = definitionRemoval(definition);
  const [release] = helmReleasesOf({ files: [], manifests: [manifest] });
  const values = release && asMapping(manifest.get([...release.values, 'additionalAnnotations']));
  const metadata = part === 'crds' ? { annotations: values ?? {} } : {};
  return keepingOf(
    { kind: part === 'crds' ? 'CustomResourceDefinition' : '', metadata },
    { by, isApplierGone: true, keeping: gone },
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
  if (part === undefined) return undefined;
  const isElsewhere = head.some((manifest) => partOf(manifest) === part);
  const resource = { ...base.ref, kind: toolKind(base) };
  const removed = { resource, type: 'removed', fields: [], span: base.span([]) } as const;
  if (part === 'controller') {
    if (head.some((manifest) => partOf(manifest) === part && toolKind(manifest) === resource.kind)) return undefined;
    const was = installerOf(base);
    const move = was && karpenterMove(was, head, isSibling);
    if (move) return { ...removed, effect: move.isCertain ? 'none' : 'unknown', summary: move.summary };
  }

  const keeping = keepingOfParts(base, part);
  if (keeping !== undefined) {
    const { because, isIntended, isUnknown } = keeping;
    if (isUnknown)
      return { ...removed, effect: 'unknown', summary: `removed; whether ${partTexts[part]} is unknown: ${because}` };
    const summary = `removed, but ${partTexts[part]} in the cluster: ${because}`;
    return { ...removed, effect: 'none', stays: { because, isIntended, isOfParts: true }, summary };
  }

  const [effect, summary] = part === 'controller' ? withoutController : isElsewhere ? movedCrds : withoutCrds;
  return { ...removed, effect, summary };
}

const partTexts = { crds: 'the CRDs stay', controller: 'what it installed stays' } as const;

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
