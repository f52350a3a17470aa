import { asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { calledModule } from './terraform-modules.ts';

/**
 * The version of `terraform-aws-modules/eks//modules/karpenter` whose policy of the controller is the first with an action.
 * Source: CHANGELOG.md of terraform-aws-eks, #3510, #3674, #3690 and #3693.
 */
const grantedSince: Readonly<Record<string, Version>> = {
  'iam:ListInstanceProfiles': [21, 2, 0],
  'ec2:DescribePlacementGroups': [21, 18, 0],
  'ec2:DescribeInstanceStatus': [21, 19, 0],
  // Before #3693, it was limited to the ARN of the cluster, which the action does not support.
  'arc-zonal-shift:GetManagedResource': [21, 19, 1],
};

type Version = readonly [major: number, minor: number, patch: number];

/** Inputs of the module that add statements or policies. */
const additions = [
  ...['iam_policy_statements', 'policy_statements', 'source_iam_policy_documents', 'override_iam_policy_documents'],
  ...['iam_role_policies', 'iam_role_source_policy_documents', 'iam_role_override_policy_documents'],
];

/** Whether a call of the module creates the policy of the controller. */
export const createsPolicy = (manifest: Manifest): boolean =>
  calledModule(manifest) === 'karpenter' &&
  ['create', 'create_iam_role'].every((input) => manifest.get(['spec', input]) !== false);

/** Whether the policy that a call of Karpenter's module creates allows an action; undefined if that is unknown. */
export function moduleGrants(module: Manifest, action: string): boolean | undefined {
  // Every version of the policy launches nodes.
  if (action === 'ec2:CreateFleet') return true;

  const since = grantedSince[action];
  const versions = moduleVersions(module);
  if (since !== undefined && versions?.oldest && compare(versions.oldest, since) >= 0) return true;

  const added = additions.map((input) => module.get(['spec', input]));
  if (added.some((value) => mentions(value, action))) return true;
  if (added.some((value) => isWritten(value) && !isReadable(value))) return undefined;
  if (since !== undefined && versions !== undefined && compare(versions.newest, since) < 0) return false;
  return undefined;
}

const mentions = (value: Value | undefined, action: string): boolean =>
  JSON.stringify(value ?? null)
    .toLowerCase()
    .includes(action.toLowerCase());

const isWritten = (value: Value | undefined): boolean =>
  value !== undefined && value !== null && JSON.stringify(value).length > 2;

/** Whether the actions of added statements are known. Those of policies by ARN, or with patterns, are not. */
function isReadable(value: Value | undefined): boolean {
  const text = JSON.stringify(value ?? null);
  return !holdsPlaceholder(value ?? null) && /"actions"/.test(text) && !text.includes('*"');
}

/** The versions that a call may get. */
interface Versions {
  readonly oldest: Version;
  readonly newest: Version;
}

const endless = Number.MAX_SAFE_INTEGER;

/** The versions that the constraint of a call, or the tag of its source, allows; undefined if it is another kind of constraint. */
export function moduleVersions(module: Manifest): Versions | undefined {
  const source = asText(module.get(['spec', 'source'])) ?? '';
  const text = asText(module.get(['spec', 'version'])) ?? /[?&]ref=v?([\d.]+)(?:&|$)/.exec(source)?.[1] ?? '';
  const constraint = /^(=|~>)?\s*v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (constraint === null) return undefined;

  const [, operator, major, minor, patch] = constraint;
  const oldest: Version = [Number(major), Number(minor), Number(patch ?? 0)];

  if (operator !== '~>') return { oldest, newest: oldest };

  const newest = (): Version => {
    if (patch === undefined) return [oldest[0], endless, endless];
    return [oldest[0], oldest[1], endless];
  };

  return { oldest, newest: newest() };
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
