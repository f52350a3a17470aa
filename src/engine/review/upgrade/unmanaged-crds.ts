import { requirementsOf } from '../../karpenter/api/pool-fields.ts';
import { compareMinors } from '../../karpenter/api/versions.ts';
import { type HelmRelease, helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { installedCrds } from '../../karpenter/installation/installed-crds.ts';
import { replacesCrds } from '../../karpenter/installation/replaced-crds.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Context } from '../context/context.ts';
import { namedMinor } from '../context/karpenter-version.ts';

type Scope = Pick<Context, 'before' | 'target' | 'base' | 'head'>;

/**
 * Warns about CRDs of Karpenter that stay behind in an upgrade, and about a release that cannot take over the CRDs of
 * another one. A note says that only the CRDs get another version.
 */
export const unmanagedCrds = (scope: Scope): Diagnostic[] => [
  ...oldCrds(scope),
  ...unownedCrds(scope),
  ...crdUpgrade(scope),
];

/** What a new version of the controller writes or needs, and the CRDs of earlier versions reject or lack. */
interface NewNeed {
  readonly minor: string;
  /** The object that shows the need; undefined if none does. */
  neededBy(head: ManifestSet): Manifest | undefined;
  /** A sentence without its end. */
  readonly what: string;
}

const newNeeds: readonly NewNeed[] = [
  {
    // https://github.com/kubernetes-sigs/karpenter/pull/2674 and https://github.com/aws/karpenter-provider-aws/issues/8951
    minor: '1.9',
    neededBy: ({ manifests }) =>
      manifests.find(
        (manifest) =>
          manifest.kind === 'NodePool' &&
          requirementsOf(manifest).some(({ operator = '' }) => ['Gt', 'Lt'].includes(operator)),
      ),
    what: 'Karpenter 1.9 and later write the operators `Gte` and `Lte` into NodeClaims for `Gt` and `Lt`. Earlier CRDs reject such NodeClaims, so no node is launched for this NodePool',
  },
  {
    // Upgrade guide: upgrading to 0.37.0.
    minor: '0.37',
    neededBy: ({ manifests }) => manifests.find(({ kind }) => kind === 'EC2NodeClass'),
    what: 'Karpenter 0.37 and later need the readiness condition of EC2NodeClasses. Earlier CRDs do not have it, so no node is launched',
  },
];

/** Releases by Helm itself, which installs the CRDs of a chart once and never updates them. */
const helmOnly = (all: ManifestSet): readonly HelmRelease[] =>
  helmReleasesOf(all).filter(({ manifest }) => manifest.kind === 'HelmRelease');

const ofChart = (all: ManifestSet, chart: HelmRelease['chart']): readonly HelmRelease[] =>
  helmOnly(all).filter((release) => release.chart === chart);

/** Whether something in the files brings the CRDs, in any way. */
const showsCrds = (all: ManifestSet): boolean =>
  installedCrds(all).length > 0 ||
  helmReleasesOf(all).some(({ chart }) => chart === 'karpenter-crd') ||
  all.manifests.some(
    ({ kind, name }) => kind === 'CustomResourceDefinition' && /\.karpenter\.(?:sh|k8s\.aws)$/.test(name),
  );

function oldCrds({ before, target, head }: Scope): Diagnostic[] {
  const [minorBefore, minorAfter] = [before.target, target].map(namedMinor) as [string, string];
  const { karpenterVersionSpan: span } = target;
  if (span === undefined || compareMinors(minorBefore, minorAfter) >= 0 || before.target.isKarpenterAssumed) return [];
  if (ofChart(head, 'karpenter').length === 0 || replacesCrds(head) || showsCrds(head)) return [];

  const needs = newNeeds.filter(
    ({ minor }) => compareMinors(minorBefore, minor) < 0 && compareMinors(minor, minorAfter) <= 0,
  );

  return needs.flatMap(({ neededBy, what }): Diagnostic[] => {
    const place = neededBy(head);
    if (place === undefined) return [];

    return [
      {
        code: 'upgrade/crds',
        severity: 'warning',
        message: `Nothing in these files updates Karpenter’s CRDs, which Helm leaves as they are. ${what}`,
        span,
        labels: [
          { span: place.span(['metadata', 'name']), message: `${place.kind} ${quoted(place.name)} needs the new CRDs` },
        ],
        resource: null,
        help: `Install the chart \`karpenter-crd\` in the version of the controller before the upgrade.`,
      },
    ];
  });
}

/**
 * Helm refuses to install objects that exist without the labels of its release, unless it is told to take ownership. Flux and Argo CD take them over.
 * Source: https://karpenter.sh/docs/troubleshooting/#helm-error-when-installing-the-karpenter-crd-chart
 */
function unownedCrds({ base, head }: Scope): Diagnostic[] {
  if (base === null || showsCrds(base)) return [];

  const installing = ofChart(base, 'karpenter').filter(
    (release) => isOfTerraform(release) && !isTrue(release, 'skipCRDs'),
  );
  if (installing.length === 0) return [];

  return ofChart(head, 'karpenter-crd').flatMap((release): Diagnostic[] => {
    const { manifest } = release;
    const taken = manifest.get(['spec', 'takeOwnership']);
    if (!isOfTerraform(release) || (taken !== undefined && taken !== false)) return [];

    return [
      {
        code: 'upgrade/crds',
        severity: 'warning',
        message: `The release ${quoted(manifest.name)} brings CRDs that the chart \`karpenter\` has installed before. Helm refuses them with “invalid ownership metadata” until they belong to this release`,
        span: manifest.span(['metadata', 'name']),
        labels: [],
        resource: manifest.ref,
        help: 'Set `take_ownership = true`, or add the labels and annotations of Helm to the CRDs before.',
      },
    ];
  });
}

/** Another version of the CRDs, while the controller keeps its own. An upgrade of both says so itself. */
function crdUpgrade({ before, target, base, head }: Scope): Diagnostic[] {
  if (base === null || before.target.karpenterRelease !== target.karpenterRelease) return [];

  const [from, ...othersBefore] = new Set(installedCrds(base).map(({ version }) => exactVersion(version)));
  const [to, ...othersAfter] = new Set(installedCrds(head).map(({ version }) => exactVersion(version)));
  const isKnown = from !== undefined && to !== undefined && othersBefore.length + othersAfter.length === 0;
  const [crds] = installedCrds(head);
  if (!isKnown || crds === undefined || from === to || namedMinor(before.target) !== namedMinor(target)) return [];

  const release = target.karpenterRelease;
  const isSame = release !== undefined && exactVersion(release) === to;

  return [
    {
      code: 'upgrade/crds',
      severity: 'note',
      message: `Karpenter’s CRDs change from ${from} to ${to}${textIf(isSame, ', the version of the controller')}. Running nodes stay`,
      span: crds.manifest.span(crds.path),
      labels: [],
      resource: null,
      help: 'Read what the new CRDs reject or no longer have in the upgrade guide.',
    },
  ];
}

/** A version without its `v`; undefined for a range. */
const exactVersion = (text: string): string | undefined => /^v?(\d+\.\d+\.\d+)$/.exec(text)?.[1];

const isOfTerraform = ({ manifest }: HelmRelease): boolean => manifest.source.origin?.tool === 'terraform';

const isTrue = ({ manifest }: HelmRelease, field: string): boolean => manifest.get(['spec', field]) === true;
