import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { helmReleasesIn, knownTextAt, releaseValue } from '../../karpenter/installation/helm-releases.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { splitName } from '../../manifest/terraform/resources/lifecycles.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isClosed, isKnown, openReasons, seenIn } from '../../text/evidence.ts';
import { covers } from '../../text/words/covers.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted, quotedNames } from '../../text/words/quoted-names.ts';
import { unmetService } from '../account/launch-grants.ts';
import {
  type Attachment,
  attachedDocument,
  attachmentsIn,
  isOfAttachment,
  mayGrantRead,
} from '../fields/attached-policies.ts';
import {
  allows,
  type ControllerPolicy,
  controllerPolicies,
  isForeignTag,
  isOfController,
  type PolicyStatement,
  policyStatements,
} from '../fields/controller-policies.ts';
import { addressIn, otherIamCreators } from '../fields/created-roles.ts';
import { isSameRole, roleTitle } from '../fields/named-roles.ts';
import { amiTermsOf, nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import type { Condition } from '../setup/iam-policy.ts';
import { implyConditions } from '../setup/implied-conditions.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, placeInBase } from './account-sides.ts';

/** Actions without which Karpenter cannot launch or remove nodes. Source: https://karpenter.sh/docs/reference/cloudformation/ */
export const launching = [
  ...['ec2:CreateFleet', 'ec2:RunInstances', 'ec2:CreateLaunchTemplate', 'ec2:CreateTags', 'ec2:TerminateInstances'],
  ...['ec2:DescribeImages', 'ec2:DescribeInstances', 'ec2:DescribeInstanceTypes', 'ec2:DescribeInstanceTypeOfferings'],
  ...['ec2:DescribeLaunchTemplates', 'ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DeleteLaunchTemplate'],
];

/** Actions that it needs for node classes with a `role`, which no file here may have. */
export const ofRoles = [
  ...['iam:PassRole', 'iam:CreateInstanceProfile', 'iam:AddRoleToInstanceProfile', 'iam:TagInstanceProfile'],
  ...['iam:GetInstanceProfile', 'iam:RemoveRoleFromInstanceProfile', 'iam:DeleteInstanceProfile'],
];

/** Actions without which it works with older or fewer facts, and what happens then. */
export const ofFacts: readonly (readonly [action: string, outcome: string])[] = [
  ['pricing:GetProducts', 'It then chooses by the on-demand prices that are built into its version'],
  ['ec2:DescribeSpotPriceHistory', 'It then chooses by spot prices that it read before, or by none'],
  ['ssm:GetParameter', 'It then finds no images for aliases, and node classes with one do not become ready'],
  ['eks:DescribeCluster', 'It then does not find the endpoint and the addresses of the cluster'],
];

/**
 * Reports permissions that a change takes from Karpenter's controller, and conditions that it changes, where no rule judges the policy as a whole:
 * without node classes, or if other policies may be elsewhere.
 */
export function lostPermissions({ base, head }: AccountSides): Diagnostic[] {
  return controllerPolicies(base).flatMap((before) => {
    const [first] = seenIn(before);
    const policies = first === undefined ? [] : sameCluster(first.policy, head);
    if (policies.length === 0) return [];

    const [cluster] = policies.map(head.clusterOf);
    const after = cluster!.ofKind('IamPolicy').flatMap(policyStatements);
    if (installsController(base.clusterOf(first!.policy)) && !installsController(cluster!)) return [];
    if (cluster!.isExample || cluster!.manifests.some((manifest) => calledModule(manifest) === 'karpenter')) return [];

    const policy = controllerPolicies(head).find((controllerPolicy) =>
      seenIn(controllerPolicy).some(({ policy }) => policies.includes(policy)),
    );
    const removed = policy === undefined && !installsController(cluster!) ? removedPolicies(before, head) : [];
    if (removed.length > 0) return [removalOf(removed)];

    const judged = judgedActions(policy, nodeClassesOf(head.all).length > 0);

    const isElsewhere = policy !== undefined && openReasons(policy).some(isOfAttachment);

    return [
      ...lostAttachments(base.clusterOf(first!.policy), cluster!),
      ...missingFacts(before, after, { policy: policies[0]!, cluster: cluster!, isElsewhere }),
      ...missing(before, after, { judged, policy: policies[0]!, cluster: cluster!, isElsewhere }),
      ...otherConditions(before, after, { cluster: cluster!, isWhole: policy !== undefined && isClosed(policy) }),
    ];
  });
}

/** The policies of the base that let the controller launch nodes, if the change removes all of them. */
function removedPolicies(before: ControllerPolicy, { manifests }: AccountSides['head']): readonly Manifest[] {
  const statements = seenIn(before);
  const isOfLaunching = (policy: Manifest): boolean =>
    isOfController(statements.filter((statement) => statement.policy === policy));

  const policies = [...new Set(statements.map(({ policy }) => policy))].filter(isOfLaunching);
  const stillThere = new Set(manifests.map(({ source }) => source.file));
  if (policies.some(({ source }) => stillThere.has(source.file))) return [];
  return policies;
}

/** What is still there belongs to something else, so permissions are not named one by one, and nothing is to be added there. */
const removalOf = (policies: readonly Manifest[]): Diagnostic =>
  accountFinding({
    code: 'terraform/removes-access',
    severity: 'warning',
    message: `The change removes the policy of Karpenter’s controller (${firstNames(policies.map(({ source }) => quoted(splitName(source.file)[1])))}), and no other policy in these files lets anything launch nodes. If Karpenter still runs, it cannot launch or terminate nodes`,
    span: placeInBase(policies[0]!),
    help: 'Uninstall Karpenter and its NodePools first, while it still has the policy.',
  });

/** Whether a cluster has Karpenter. If the change removes it, nothing needs its permissions any more. */
export const installsController = ({ manifests }: Pick<ObjectCluster, 'manifests'>): boolean =>
  manifests.some((manifest) => helmReleasesIn(manifest).some(({ chart }) => chart === 'karpenter'));

/** The policies of the head in the Terraform root or the file of a policy of the base. */
const sameCluster = (old: Manifest, { manifests }: AccountSides['head']): readonly Manifest[] =>
  manifests.filter(
    (manifest) =>
      manifest.kind === 'IamPolicy' && (manifest.source.file === old.source.file || isSameRoot(manifest, old)),
  );

/** The actions that `lint/controller-permissions` and `lint/pass-role` report themselves. */
function judgedActions(policy: ControllerPolicy | undefined, hasClasses: boolean): ReadonlySet<string> {
  if (policy === undefined || !isClosed(policy)) return new Set();
  // The rule does not judge a policy that cannot even do this: it may be a part of one.
  if (!allows(seenIn(policy), 'ec2:DescribeInstanceTypes')) return new Set();
  return new Set(hasClasses ? [...launching, ...ofRoles] : launching);
}

interface Judging {
  readonly judged: ReadonlySet<string>;
  /** A policy that is still there. */
  readonly policy: Manifest;
  readonly cluster: ObjectCluster;
  /** The role gets a policy that is not in the files. */
  readonly isElsewhere: boolean;
}

function missing(
  before: ControllerPolicy,
  after: readonly PolicyStatement[],
  { judged, policy, cluster, isElsewhere }: Judging,
): Diagnostic[] {
  const old = seenIn(before);
  const lost = [...launching, ...ofRoles].filter((action) => allows(old, action) && !allows(after, action));
  const unjudged = lost.filter((action) => !judged.has(action) && !mayGrantRead(cluster, action));
  if (unjudged.length === 0) return [];

  const still = after.find(
    (statement) => statement.policy.source.file === old.find(({ policy: { source } }) => source)?.policy.source.file,
  );
  const at = still ? still.policy.span([...still.path, 'Action']) : policy.span([]);

  return [
    accountFinding({
      code: 'terraform/removes-permission',
      severity: isElsewhere ? 'note' : 'warning',
      message: `The change takes ${quotedNames(unjudged)} from Karpenter’s controller, and no policy in these files grants ${byCount(unjudged.length, 'it', 'them')}`,
      span: at,
      help: 'Allow these actions, as in the policy that Karpenter publishes for this version.',
    }),
  ];
}

/** Attachments of a policy that launches nodes, if the role and the policy stay, and nothing else is attached to the role. */
function lostAttachments(before: ObjectCluster, after: ObjectCluster): Diagnostic[] {
  const launches = (attachment: Attachment, cluster: ObjectCluster): boolean => {
    const document = attachedDocument(attachment, cluster);
    return document !== undefined && allows(policyStatements(document), 'ec2:RunInstances');
  };
  const now = attachmentsIn(after);
  // An inline policy may be one of the role.
  const isInline = after.manifests.some(({ source }) => /(?:^|[ .])aws_iam_role_policy\./.test(source.file));
  // A module that is not in the files may attach the policy.
  if (isInline || otherIamCreators(after).length > 0) return [];

  return attachmentsIn(before).flatMap((old): Diagnostic[] => {
    const { role, manifest } = old;
    if (role === undefined || !launches(old, before) || !launches(old, after)) return [];
    const mayHaveOther = now.some(
      (attachment) => attachment.role === undefined || isSameRole(attachment.role, role) !== false,
    );
    const holder = after
      .ofKind('aws_iam_role')
      .find(
        (candidate) =>
          addressIn(candidate, `aws_iam_role.${candidate.name}`) === role.address ||
          knownTextAt(candidate, ['spec', 'name']) === role.name,
      );
    if (mayHaveOther || holder === undefined) return [];

    return [
      accountFinding({
        code: 'terraform/removes-permission',
        severity: 'error',
        message: `The change removes \`${manifest.kind}.${manifest.name}\`, which gives the role ${roleTitle(role)} of Karpenter’s controller its permissions, and no file attaches another policy. Without them, Karpenter launches and removes no nodes`,
        span: holder.span(['metadata', 'name']),
        help: 'Keep the attachment, or attach the policy to the role in another way.',
      }),
    ];
  });
}

/** Facts that the controller can no longer read. A controller in an isolated VPC reads no prices, and one with its endpoint asks for no cluster. */
function missingFacts(
  before: ControllerPolicy,
  after: readonly PolicyStatement[],
  { policy, cluster, isElsewhere }: Omit<Judging, 'judged'>,
): Diagnostic[] {
  const old = seenIn(before);
  // An unknown setting may be on.
  const isIsolated = cluster.manifests.flatMap(helmReleasesIn).some((release) => {
    const value = releaseValue(release, 'settings', 'isolatedVPC');
    return !isKnown(value) || value.value === true || value.value === 'true';
  });
  const isNeeded = (action: string): boolean => {
    if (action === 'pricing:GetProducts') return !isIsolated;
    if (mayGrantRead(cluster, action)) return false;
    if (action === 'ssm:GetParameter') return cluster.ofKind('EC2NodeClass').some(readsParameters);
    return true;
  };

  return ofFacts
    .filter(([action]) => allows(old, action) && !allows(after, action) && isNeeded(action))
    .map(([action, outcome]) => {
      const granting = old.find((statement) => allows([statement], action))!;
      const ofPolicy = after.filter((statement) => statement.policy.source.file === granting.policy.source.file);
      const still = ofPolicy.find(({ path }) => path.at(-1) === granting.path.at(-1)) ?? ofPolicy[0];
      return accountFinding({
        code: 'terraform/removes-permission',
        // Where no NodePool allows spot, its prices decide nothing.
        severity: isElsewhere || action === 'ec2:DescribeSpotPriceHistory' ? 'note' : 'warning',
        message: `The change takes \`${action}\` from Karpenter’s controller, and no policy in these files grants it. ${outcome}`,
        span: still ? still.policy.span([...still.path, 'Action']) : policy.span([]),
        help: `Allow \`${action}\`, as in the policy that Karpenter publishes for this version.`,
      });
    });
}

/** Whether a node class selects images by an alias or a parameter. */
const readsParameters = (nodeClass: Manifest): boolean =>
  amiTermsOf(nodeClass).some(({ term }) => term.alias !== undefined || term.ssmParameter !== undefined);

/** Actions that a changed condition may take away. */
const conditioned = ['ec2:TerminateInstances', 'ec2:RunInstances', 'ec2:CreateFleet', 'iam:PassRole'];

/**
 * Conditions that are new and under which alone the controller may take an action from now on. If the whole policy is known, `lint/controller-scope`
 * judges those that can never hold.
 */
function otherConditions(
  before: ControllerPolicy,
  after: readonly PolicyStatement[],
  { cluster, isWhole }: { readonly cluster: ObjectCluster; readonly isWhole: boolean },
): Diagnostic[] {
  const old = seenIn(before);
  const zones = zonesIn(cluster);
  const narrowed = conditioned.flatMap((action) => {
    const allowing = (statements: readonly PolicyStatement[]): readonly PolicyStatement[] =>
      statements.filter((statement) => allows([statement], action));
    const [earlier, now] = [allowing(old), allowing(after)];
    const [statement] = now;
    if (earlier.length === 0 || statement === undefined) return [];

    const isAsBefore = now.some(({ statement: { conditions } }) => {
      const limiting = conditions.filter((condition) => !isAlwaysMet(condition, action, zones));
      return earlier.some((old) => implyConditions(old.statement.conditions, limiting));
    });
    const isJudged = now.every(
      ({ statement }) => statement.conditions.some(hasForeignTag) || (isWhole && unmetService(statement) !== undefined),
    );

    if (isAsBefore || isJudged) return [];
    return [{ action, statement }];
  });

  const [first] = narrowed;
  if (first === undefined) return [];

  const { policy, path } = first.statement;
  const actions = narrowed.filter(({ statement }) => statement === first.statement).map(({ action }) => action);

  return [
    accountFinding({
      code: 'terraform/removes-permission',
      severity: 'warning',
      message: `Karpenter’s controller may call ${quotedNames(actions)} only under another condition than before: ${conditionsOf(first.statement)}. Whether it holds for all nodes is unknown`,
      span: policy.span([...path, 'Condition']),
      help: 'Compare it with the policy that Karpenter publishes for this version: <https://karpenter.sh/docs/reference/cloudformation/>.',
    }),
  ];
}

/** Whether a condition can never hold, which is an error of `lint/controller-conditions`. */
const hasForeignTag = ({ key }: Condition): boolean =>
  isForeignTag(/^(?:aws|ec2):ResourceTag\/(.+)$/i.exec(key)?.[1] ?? '');

/**
 * Whether a condition holds for everything that Karpenter does, or nothing in the files says otherwise.
 * Source: provider-aws pkg/apis/v1/labels.go and pkg/utils/utils.go GetTags. The published policy uses these conditions.
 */
function isAlwaysMet(condition: Condition, action: string, zones: ReadonlySet<string>): boolean {
  const { operator, key, values } = condition;
  if (!/^String(?:Like|Equals)(?:IfExists)?$/.test(operator)) return false;

  const name = key.toLowerCase();
  if (name === 'iam:passedtoservice')
    return action === 'iam:PassRole' && unmetService({ conditions: [condition] }) === undefined;
  if (name === 'aws:requestedregion') return mayBeRegion(values, zones);

  return (
    (/^(?:aws|ec2):(?:Resource|Request)Tag\/karpenter\.sh\/nodepool$/.test(key) && values.includes('*')) ||
    (/^(?:aws|ec2):(?:Resource|Request)Tag\/kubernetes\.io\/cluster\/[^*]+$/.test(key) && values.includes('owned'))
  );
}

/** Whether the cluster is in a region with one of these names, or nothing shows where it is. */
const mayBeRegion = (regions: readonly string[], zones: ReadonlySet<string>): boolean =>
  zones.size === 0 ||
  regions.some((region) => hasPlaceholder(region) || [...zones].some((zone) => covers(region, zone.slice(0, -1))));

/** The availability zones that the objects of a cluster name. */
const zonesIn = ({ manifests }: ObjectCluster): ReadonlySet<string> =>
  new Set(
    manifests.flatMap(
      ({ object }) => JSON.stringify(object).match(/(?<=")[a-z]{2}(?:-[a-z]{2,9}){1,3}-\d[a-z](?=")/g) ?? [],
    ),
  );

const conditionsOf = ({ statement }: PolicyStatement): string =>
  quotedNames(statement.conditions.map(({ operator, key }) => `${operator} ${key}`));
