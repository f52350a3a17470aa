import { manifestDefinition } from '../../../files/sources/gitops/definition.ts';
import { definitionRemoval } from '../../../files/sources/gitops/definition-removal.ts';
import { helmReleasesIn, helmReleasesOf, namespaceOfRelease } from '../../../karpenter/installation/helm-releases.ts';
import type { Change, Effect } from '../../../manifest/change.ts';
import { argoReferences } from '../../../manifest/hints/version-references.ts';
import { type Keeping, keepingOf } from '../../../manifest/kept-in-cluster.ts';
import { karpenterKinds } from '../../../manifest/model/karpenter-kinds.ts';
import { asMapping, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { applicationSources } from '../../../manifest/objects/objects-in-values.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { nameInNamespace } from '../../../text/diagnostic.ts';
import type { Span } from '../../../text/source.ts';
import { installerOf, karpenterMove, runningController, toolKind } from './karpenter-moves.ts';

/** The CRDs that Karpenter needs to run nodes. */
const crds: ReadonlySet<string> = new Set(
  karpenterKinds
    .filter(({ versions }) => versions.some(({ version }) => version === 'v1'))
    .map(({ plural, group }) => `${plural}.${group}`),
);

/** The part of Karpenter's installation that an object installs: the CRDs, which Helm deletes with their release, or the controller. */
function partOf(manifest: Manifest): 'crds' | 'controller' | undefined {
  if (manifest.kind === 'CustomResourceDefinition') {
    if (crds.has(manifest.name)) return 'crds';
    return undefined;
  }
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
 * The effect of removing a part of Karpenter's installation. Undefined for everything else, and for a controller that
 * another object of the same kind installs in the same cluster. `isSibling` says whether an object of head is in the
 * same cluster, and `script` which one names Karpenter from now on.
 */
export function uninstalled(
  base: Manifest,
  head: readonly Manifest[],
  isSibling: (manifest: Manifest) => boolean = () => true,
  script?: KarpenterScript,
): Change | undefined {
  const part = partOf(base);
  if (part === undefined) return undefined;

  const siblings = head.filter((manifest) => partOf(manifest) === part && isSibling(manifest));
  const isElsewhere = siblings.length > 0;
  const resource = { ...base.ref, kind: toolKind(base) };
  const removed = { resource, type: 'removed', fields: [], span: base.span([]) } as const;

  if (part === 'controller') {
    const alike = siblings.filter((manifest) => toolKind(manifest) === resource.kind);
    if (alike.length > 0) {
      const other = otherRelease(base, alike);
      return other && { ...removed, effect: 'unknown', ...other };
    }

    const installer = installerOf(base);
    const move = installer && karpenterMove(installer, head, isSibling);
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

  if (part === 'controller') return { ...removed, ...endOfController(script) };

  const [effect, summary] = isElsewhere ? movedCrds : withoutCrds;
  return { ...removed, effect, summary };
}

/**
 * What happens if the HelmRelease in a file gets another name or namespace. Flux uninstalls the old release and
 * installs the new one, in no certain order. Helm refuses objects of another release (pkg/action/validate.go), so the
 * new one fails as long as the cluster-wide objects of the old one are there.
 */
function otherRelease(
  base: Manifest,
  alike: readonly Manifest[],
): Pick<Change, 'summary' | 'remark' | 'reinstallsKarpenter'> | undefined {
  const [now, ...others] = alike.filter(({ source: { file } }) => file === base.source.file);
  if (toolKind(base) !== 'HelmRelease' || now === undefined || others.length > 0) return undefined;

  const [from, to] = [base, now].map(nameInNamespace) as [string, string];
  if (from === to || base.namespace === '' || hasPlaceholder(from) || hasPlaceholder(to)) return undefined;

  const [before, after] = [base, now].map(namespaceOfRelease);
  const isMoved = before !== undefined && after !== undefined && before !== after;
  const account = isMoved
    ? `. Roles that trust the service account in \`${before}\` have to trust the one in \`${after}\``
    : '';
  const remark = `Flux uninstalls Karpenter with HelmRelease \`${from}\`, and HelmRelease \`${to}\` fails as long as cluster-wide objects of the old release exist${account}`;

  return {
    summary: `removed; HelmRelease \`${to}\` installs Karpenter, and no controller runs between the two releases`,
    remark,
    reinstallsKarpenter: true,
  };
}

/**
 * The effect of removing the Deployment of Karpenter's controller. Undefined for everything else, and if something else installs Karpenter after the
 * change. `isSibling` says whether an object of head is in the same cluster.
 */
export function removedController(
  base: Manifest,
  head: readonly Manifest[],
  isSibling: (manifest: Manifest) => boolean,
  script?: KarpenterScript,
): EndOfController | undefined {
  const controller = runningController(base);
  if (controller === undefined || karpenterMove(controller, head, isSibling) !== undefined) return undefined;
  return endOfController(script);
}

type EndOfController = Pick<Change, 'effect' | 'summary' | 'remark' | 'endsKarpenter'>;

/** A script that names the version of Karpenter since the change. It may install Karpenter, and nothing says whether anybody runs it. */
export interface KarpenterScript {
  readonly file: string;
  readonly version: string;
}

function endOfController(script: KarpenterScript | undefined): EndOfController {
  if (script === undefined) return withoutController;

  const moves = `\`${script.file}\` names Karpenter ${script.version} and may install it`;
  const summary = `removed; ${moves}. If nobody runs it, nothing launches or replaces nodes anymore`;
  return { effect: 'unknown', summary, remark: `What installs Karpenter is removed, and ${moves}` };
}

/** An object that installs Karpenter, before and after the change. */
interface ChangedInstaller {
  readonly base: Manifest;
  readonly head: Manifest;
}

/**
 * The effect of an Argo CD Application of Karpenter's chart that no longer brings the CRDs of its folder `crds/` (`helm.skipCrds`). Argo CD manages
 * them like everything else that the chart renders to, so it prunes them (argo-cd docs/user-guide/helm.md). Undefined for everything else: Helm and
 * Flux never delete what is in this folder.
 */
export function skippedCrds(
  { base, head }: ChangedInstaller,
  others: readonly Manifest[],
  isSibling: (manifest: Manifest) => boolean = () => true,
): Change | undefined {
  if (head.kind === 'KustomizeChart') return skippedInKustomization(base, head);
  if (head.kind !== 'Application' || !bringsCrds(base) || !skipsCrds(head)) return undefined;

  const definition = manifestDefinition(head);
  if (definition === undefined) return undefined;

  const { left: kept } = definitionRemoval(definition);
  const isElsewhere = others.some((manifest) => isSibling(manifest) && installsCrds(manifest));

  const outcomeOf = () => {
    if (kept === undefined) {
      if (isElsewhere) return movedFromChart;
      return withoutCrdsOfChart;
    }
    if (kept.isUnknown === true)
      return [
        'unknown',
        `no longer brings the CRDs, and whether Argo CD deletes them is unknown: ${kept.because}`,
      ] as const;
    return ['none', `no longer brings the CRDs, which stay in the cluster: ${kept.because}`] as const;
  };

  const [effect, summary] = outcomeOf();

  const change = { resource: head.ref, type: 'modified', fields: [], effect, summary, span: skipSpan(head) } as const;

  if (effect === 'unknown') return { ...change, remark: `Application \`${head.name}\` ${summary}` };
  return change;
}

/** The chart of a kustomization that no longer includes its CRDs. What applies the kustomization decides whether they are deleted. */
function skippedInKustomization(base: Manifest, head: Manifest): Change | undefined {
  const [includedBefore, includedAfter] = [base, head].map((manifest) => manifest.get(['includeCRDs']));
  const isKarpenters = helmReleasesIn(head).some(({ chart }) => chart === 'karpenter');
  if (!isKarpenters || includedBefore !== true || includedAfter === true || typeof includedAfter === 'string')
    return undefined;

  const summary = 'no longer brings the CRDs. If what applies it prunes, every NodePool, NodeClaim and node is deleted';

  return {
    resource: head.ref,
    type: 'modified',
    fields: [],
    effect: 'unknown',
    summary,
    remark: `The chart \`${head.name}\` of a kustomization ${summary}`,
    span: head.span(['includeCRDs']),
  };
}

const sourcesOfChart = (manifest: Manifest): readonly Path[] =>
  helmReleasesIn(manifest).flatMap(({ chart, version }) => {
    if (chart === 'karpenter' && version !== undefined) return [[...version.slice(0, -1), 'helm', 'skipCrds']];
    return [];
  });

const bringsCrds = (manifest: Manifest): boolean =>
  sourcesOfChart(manifest).some((path) => [undefined, false].includes(manifest.get(path) as boolean | undefined));

/** Whether all sources of Karpenter's chart, of which there is at least one, leave its CRDs out. */
function skipsCrds(manifest: Manifest): boolean {
  const paths = sourcesOfChart(manifest);
  return paths.length > 0 && paths.every((path) => manifest.get(path) === true);
}

const skipSpan = (head: Manifest): Span => head.span(sourcesOfChart(head)[0]!);

/** Whether an object brings the CRDs: itself, as the chart of the CRDs, or from Karpenter's source code. */
const installsCrds = (manifest: Manifest): boolean =>
  partOf(manifest) === 'crds' ||
  applicationSources(manifest.object).some((path) =>
    argoReferences(manifest.get(path), []).some(({ isOfCrds }) => isOfCrds === true),
  );

const partTexts = { crds: 'the CRDs stay', controller: 'what it installed stays' } as const;

type Outcome = readonly [effect: Effect, summary: string];

const withoutCrds: Outcome = [
  'delete',
  'removed; without the CRDs, the API server deletes every NodePool and NodeClaim, and with them all nodes',
];
const withoutCrdsOfChart: Outcome = [
  'delete',
  'no longer brings the CRDs, so Argo CD prunes them: the API server deletes every NodePool and NodeClaim, and with them all nodes',
];
const movedFromChart: Outcome = [
  'unknown',
  'no longer brings the CRDs, and Argo CD prunes them unless the other object that brings them has taken them over before: then every NodePool, NodeClaim and node is deleted',
];
const movedCrds: Outcome = [
  'unknown',
  'removed, while another object installs the CRDs: if the CRDs are deleted in between, so are every NodePool, NodeClaim and node',
];
const withoutController = {
  effect: 'new-nodes',
  summary: 'removed; nothing launches or replaces nodes anymore',
  endsKarpenter: true,
} as const;
