import { compareMinors, minorOf } from '../../karpenter/api/versions.ts';
import { listIf } from '../../text/list-if.ts';

/** What has to be done before or while Karpenter reaches a minor version. */
interface MinorSteps {
  readonly minor: string;
  readonly steps: readonly Step[];
}

/** What a repository may show so that a step is not printed. */
export interface StepEvidence {
  /** The controller is allowed this action. */
  readonly permission?: string;
  /** No node class has this field of `spec`, or each of them has it. */
  readonly unusedField?: string;
  readonly usedField?: string;
  /** The CRDs are upgraded with the controller. */
  readonly crds?: true;
}

interface Step extends StepEvidence {
  /** An instruction of one sentence or two. */
  readonly text: string;
  /** What remains of it if Karpenter runs this release before the change, or a later patch of the same minor version. */
  readonly remaining?: { readonly release: string; readonly text: string };
}

/**
 * What the upgrade guide requires for each minor version. Minors without an entry require nothing.
 * Source: provider-aws website/content/en/docs/upgrading/upgrade-guide.md and v1.0/upgrading/v1-migration.md of 2026-08-21.
 */
const stepsOfMinors: readonly MinorSteps[] = [
  {
    minor: '0.33',
    steps: [
      {
        text: 'Before 0.33, replace Provisioners, AWSNodeTemplates and Machines with NodePools, EC2NodeClasses and NodeClaims.',
      },
      {
        text: 'For 0.33, move the settings from the ConfigMap `karpenter-global-settings` to the values of the chart.',
      },
      {
        text: 'From 0.33, Karpenter replaces nodes that drifted, unless `settings.featureGates.drift` is `false`. Nodes with an older image are replaced soon after the upgrade.',
      },
    ],
  },
  {
    minor: '0.34',
    steps: [{ text: 'For 0.34, set disruption budgets: the default of 10% replaces the earlier limits.' }],
  },
  {
    minor: '1.0',
    steps: [
      {
        text: 'Before 1.0, upgrade to the last patch of your minor version, such as 0.37.7, with `webhook.enabled=true`. A rollback is possible only to these patches.',
        remaining: {
          release: '0.37.7',
          text: 'Before 1.0, check that Karpenter runs with `webhook.enabled=true`. A rollback is possible only to the last patch of a minor version.',
        },
      },
      {
        text: 'For 1.0, upgrade the chart `karpenter-crd` with its conversion webhook, then the policy of the controller, then the chart `karpenter`.',
      },
    ],
  },
  {
    minor: '1.1',
    steps: [
      {
        text: 'Before 1.1, apply all NodePools and EC2NodeClasses as v1, with `kubelet` in the EC2NodeClass and `group` and `kind` in `nodeClassRef`.',
      },
      {
        text: 'Before 1.1, check that `status.storedVersions` of the CRDs contains only v1. You cannot go back to v1beta1 after 1.1.',
      },
    ],
  },
  {
    minor: '1.3',
    steps: [
      {
        text: 'For 1.3, let pods that select `on-demand` also select `reserved` if they should use capacity reservations.',
      },
    ],
  },
  {
    minor: '1.6',
    steps: [
      {
        text: 'Before 1.6, if the account has open capacity reservations, select them with `capacityReservationSelectorTerms`. Otherwise Karpenter no longer uses them.',
        usedField: 'capacityReservationSelectorTerms',
      },
    ],
  },
  {
    minor: '1.7',
    steps: [
      { text: 'Before 1.7, allow the controller `iam:ListInstanceProfiles`.', permission: 'iam:ListInstanceProfiles' },
    ],
  },
  {
    minor: '1.9',
    steps: [
      {
        text: 'For 1.9, attach all five policies if the role uses those of Karpenter’s CloudFormation template.',
        permission: 'ec2:CreateFleet',
      },
    ],
  },
  {
    minor: '1.11',
    steps: [
      {
        text: 'Before 1.11, allow the controller `ec2:DescribePlacementGroups` if you use placement groups.',
        permission: 'ec2:DescribePlacementGroups',
        unusedField: 'placementGroupSelector',
      },
    ],
  },
  {
    minor: '1.12',
    steps: [
      {
        text: 'Before 1.12, allow the controller `ec2:DescribeInstanceStatus`.',
        permission: 'ec2:DescribeInstanceStatus',
      },
    ],
  },
  {
    minor: '1.14',
    steps: [{ text: 'For 1.14, install the new CRD of CapacityBuffers with the chart `karpenter-crd`.', crds: true }],
  },
];

/** The versions that an upgrade has to stop at, oldest first. */
export function requiredStops(from: string, to: string): readonly string[] {
  const isAfter = (a: string, b: string): boolean => compareMinors(a, b) > 0;
  return [
    ...listIf(isAfter('0.32', from) && isAfter(to, '0.32'), '0.32'),
    ...listIf(isAfter('0.33', from) && isAfter(to, '0.37'), '0.37'),
    ...listIf(isAfter('1.0', from) && isAfter(to, '1.0'), '1.0'),
  ];
}

/** What to do on the way from one minor to a later one, in order, without what the repository shows to be done. */
export const karpenterSteps = (
  from: string,
  to: string,
  { isDone = () => false, release }: StepsDone = {},
): readonly string[] =>
  stepsOfMinors
    .filter(({ minor }) => compareMinors(minor, from) > 0 && compareMinors(minor, to) <= 0)
    .flatMap(({ steps }) =>
      steps.flatMap((step) => {
        if (isDone(step)) return [];
        if (step.remaining && hasReached(step.remaining.release, release)) return [step.remaining.text];
        return [step.text];
      }),
    );

/** What a repository shows of the steps. */
interface StepsDone {
  readonly isDone?: (evidence: StepEvidence) => boolean;
  /** The release of Karpenter before the change. */
  readonly release?: string | undefined;
}

/** Whether a release is another one, or a later patch of its minor version. */
function hasReached(wanted: string, release: string | undefined): boolean {
  if (release === undefined || minorOf(release) !== minorOf(wanted)) return false;
  return patchOf(release) >= patchOf(wanted);
}

const patchOf = (release: string): number => Number(release.split('.')[2]);
