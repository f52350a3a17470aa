import { karpenter } from '../../karpenter/api/karpenter.ts';
import { compareMinors } from '../../karpenter/api/versions.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isKarpenterGroup, isNodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest, valueAt } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Context } from '../context/context.ts';
import { namedMinor } from '../context/karpenter-version.ts';

/** What a minor version changed in the choice of nodes. All of it is simulated. */
interface ChangedChoice {
  readonly minor: string;
  /** A clause whose subject is that version. */
  readonly what: string;
  /** What the text of a NodePool or a node class has that it concerns. Absent if it concerns all. */
  readonly concerns?: RegExp;
}

/** Sources: the modules of core 1.0.8 to 1.15.0, pkg/controllers/disruption, and from 1.10.0 on pkg/controllers/provisioning/scheduling. */
const changedChoices: readonly ChangedChoice[] = [
  {
    minor: '1.14',
    what: 'counts a DaemonSet only on the instance types that it can run on, and first consolidates the nodes that save the most',
  },
  {
    minor: '1.15',
    what: 'keeps pods waiting for full capacity reservations',
    concerns: /"capacityReservation|"reserved"/,
  },
  { minor: '1.15', what: 'counts `minValues` more strictly', concerns: /"minValues"/ },
];

/** Earlier versions are assumed to launch like this one. How they consolidate is simulated. */
const firstCompared = '1.10';

/**
 * Reports that another Karpenter chooses other nodes for the same manifests. It is a note, because most clusters notice nothing, but it is
 * shown at the top: the figures alone do not say so.
 */
export function choiceOfNodes({
  before,
  target,
  base,
  head,
}: Pick<Context, 'before' | 'target' | 'base' | 'head'>): Diagnostic[] {
  const [versionBefore, versionAfter] = [before.target.karpenterVersion, target.karpenterVersion];
  const span = target.karpenterVersionSpan;
  if (span === undefined || versionBefore === versionAfter) return [];

  const shared = {
    code: 'upgrade/choice',
    severity: 'note',
    span,
    labels: [],
    resource: null,
    isProminent: true,
    versions: { from: nameOf(before.target), to: nameOf(target) },
  } as const;

  const [older, newer] =
    compareMinors(versionBefore, versionAfter) < 0 ? [versionBefore, versionAfter] : [versionAfter, versionBefore];

  if (compareMinors(older, firstCompared) < 0)
    return [
      {
        ...shared,
        message: `Karpenter ${versionAfter} may choose other nodes than ${versionBefore} for the same pods. plumbline assumes that versions before ${firstCompared} launch nodes like ${firstCompared}${consolidationOf(older)}`,
        help: `Upgrade a test cluster first, and compare the number and the sizes of its nodes before and after.${reported(versionBefore, versionAfter)}`,
      },
    ];

  const changed = changedChoices.filter(
    ({ minor, concerns }) =>
      compareMinors(minor, older) > 0 &&
      compareMinors(minor, newer) <= 0 &&
      (concerns === undefined || mayConcern(concerns, base, head)),
  );
  if (changed.length === 0) return [];

  return [
    {
      ...shared,
      message: `Karpenter ${versionAfter} chooses other nodes than ${versionBefore}: ${changesText(changed)}`,
      help: 'Compare the nodes before and after. Each side is simulated as its own version. If small nodes become more, exclude their sizes in the NodePool: every node also runs its DaemonSets (aws/karpenter-provider-aws#9531).',
    },
  ];
}

/** `1.14 counts …; 1.15 keeps …, and counts …`. */
const changesText = (changed: readonly ChangedChoice[]): string =>
  [...groupBy(changed, ({ minor }) => minor)]
    .map(([minor, all]) => `${minor} ${all.map(({ what }) => what).join(', and ')}`)
    .join('; ');

/**
 * Whether a NodePool or a node class of a side has something, or may have it: without any of them, or where a
 * placeholder stands for a part of one.
 */
const mayConcern = (pattern: RegExp, ...sides: readonly (ManifestSet | null)[]): boolean =>
  sides.some((side) => {
    const manifests = side?.manifests ?? [];
    const [pools, classes] = [manifests.filter(isPool), manifests.filter(({ kind }) => isNodeClassKind(kind))];
    if (pools.length === 0 || classes.length === 0) return true;
    return [...pools, ...classes].some(
      (manifest) =>
        manifest.isPartial || isOpen(manifest) || pattern.test(JSON.stringify(manifest.object.spec ?? null)),
    );
  });

const isPool = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'NodePool' && isKarpenterGroup(groupOf(apiVersion));

/** Whether a placeholder may stand for a field of a NodePool or a node class that a version concerns. */
const isOpen = ({ object: { spec } }: Manifest): boolean =>
  hasPlaceholder(spec) || holdsPlaceholder(valueAt(spec, ['template', 'spec', 'requirements']) ?? null);

/** The version that a file names: 0.16 of one that is checked as 0.32. */
const nameOf = ({ karpenterRelease, ...target }: Context['target']): string => karpenterRelease ?? namedMinor(target);

const consolidationOf = (older: string): string => {
  if (karpenter(older).isConsolidationKnown) return ', and simulates how each of them consolidates';
  return `, and does not simulate how ${older} consolidates`;
};

/** An upgrade that others have reported on. */
const reported = (from: string, to: string): string => {
  if (compareMinors(from, '1.3') < 0 && compareMinors(to, '1.3') >= 0)
    return ' After 1.0 → 1.3, a cluster ran more and smaller nodes at twice the cost (aws/karpenter-provider-aws#7984).';

  return '';
};
