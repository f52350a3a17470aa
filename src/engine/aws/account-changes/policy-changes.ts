import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { covers } from '../../text/words/covers.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted, quotedNames } from '../../text/words/quoted-names.ts';
import { launchNeeds } from '../account/launch-grants.ts';
import { policiesOfNodeRole } from '../account/node-role-policies.ts';
import { attachmentsIn, mayGrantRead } from '../fields/attached-policies.ts';
import { allows, type PolicyStatement, policyStatements } from '../fields/controller-policies.ts';
import { createdRoles } from '../fields/created-roles.ts';
import { isSameRole, type NamedRole, roleOfClass, roleTitle } from '../fields/named-roles.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { type IamStatement, namesAction } from '../setup/iam-policy.ts';
import { implyConditions } from '../setup/implied-conditions.ts';
import { statementFacts } from '../setup/statement-facts.ts';
import { accountFinding } from './account-finding.ts';
import type { AccountSides } from './account-sides.ts';
import { controllerRoleIn } from './controller-documents.ts';
import { installsController, launching, ofFacts, ofRoles } from './lost-permissions.ts';

/** All actions that Karpenter’s controller calls. Source: https://karpenter.sh/docs/reference/cloudformation/. */
const neededActions = [
  ...launching,
  ...ofRoles,
  ...ofFacts.map(([action]) => action),
  ...['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueUrl'],
];

/** Reports what a change denies to Karpenter’s controller, and what it allows in addition to the controller or to nodes. */
export function policyChanges({ base, head }: AccountSides): Diagnostic[] {
  const pairs = clusterPairs({ base, head });

  return pairs.flatMap(([before, after]) => {
    const role = controllerRoleIn(after);
    const earlier = controllerRoleIn(before);
    const isRemoved = installsController(before) && !installsController(after);
    if (after.isExample || isRemoved) return [];

    const facts = new Set(earlier.statements.map(factsOf));
    const added = role.statements.filter((statement) => !facts.has(factsOf(statement)));
    const nodeRoles = nodeClassesOf(head.all)
      .filter((nodeClass) => head.clusterOf(nodeClass) === after)
      .flatMap((nodeClass) => roleOfClass(nodeClass, after) ?? []);
    const controller = [...role.roles, ...earlier.roles];

    return [
      ...denials(added, role.statements, earlier.statements),
      ...(earlier.statements.length === 0 ? [] : widened(added, earlier.statements)),
      ...lostActions(earlier.statements, role.statements, after),
      ...adminPolicies(before, after, { controller, nodes: nodeRoles }),
      ...lostNodePolicies(before, after, nodeRoles),
    ];
  });
}

const factsOf = ({ statement }: PolicyStatement): string => canonical(statementFacts(statement));

/** Clusters of both sides that have an object at the same place. */
function clusterPairs({ base, head }: AccountSides): readonly (readonly [ObjectCluster, ObjectCluster])[] {
  const earlier = new Map(base.manifests.map((manifest) => [manifest.source.file, manifest]));
  const pairs = new Map<ObjectCluster, ObjectCluster>();

  for (const manifest of head.manifests) {
    const after = head.clusterOf(manifest);
    const old = earlier.get(manifest.source.file);
    if (old !== undefined && !pairs.has(after)) pairs.set(after, base.clusterOf(old));
  }

  return [...pairs].map(([after, before]) => [before, after] as const);
}

/** Statements that are new and deny what Karpenter needs, and what no statement denied before. */
function denials(
  added: readonly PolicyStatement[],
  statements: readonly PolicyStatement[],
  earlier: readonly PolicyStatement[],
): Diagnostic[] {
  return added.flatMap(({ statement, policy, path }): Diagnostic[] => {
    if (statement.effect !== 'Deny' || statement.isNegated || statement.unknown.length > 0) return [];

    const denied = neededActions.filter((action) => namesAction(statement, action));
    const isOfModule = policy.kind === 'module';
    const lost = denied.filter(
      (action) =>
        (isOfModule || allows(statements, action)) && !earlier.some((old) => deniesAsMuch(old, statement, action)),
    );
    if (lost.length === 0 || isJudgedByRule(statement, lost)) return [];

    const isCertain = statement.conditions.length === 0 && statement.resources.some(isEverything);
    const conditions = statement.conditions.map(({ operator, key }) => `${operator} ${key}`);
    const names = firstNames(lost.map(quoted));

    return [
      accountFinding({
        code: 'terraform/removes-permission',
        severity: isCertain ? 'warning' : 'note',
        message: isCertain
          ? `The change denies ${names} to Karpenter’s controller, and a \`Deny\` wins over every \`Allow\`${outcomeOf(lost)}`
          : `The change denies ${names} to Karpenter’s controller ${limitsOf(statement, conditions)}. Whether that affects nodes is unknown`,
        span: policy.span(path),
        help: isCertain
          ? 'Remove the statement, or the actions that Karpenter needs.'
          : 'Check that the statement leaves out everything that Karpenter launches and removes.',
      }),
    ];
  });
}

/** Whether a statement denies an action wherever another one does. */
function deniesAsMuch({ statement: old }: PolicyStatement, now: IamStatement, action: string): boolean {
  if (old.effect !== 'Deny' || old.isNegated || old.unknown.length > 0 || !namesAction(old, action)) return false;

  const isOnSame = now.resources.every((resource) => old.resources.some((pattern) => covers(pattern, resource)));
  return isOnSame && implyConditions(now.conditions, old.conditions);
}

/** Conditions of launches that `lint/denied-launches` compares with each node class. */
const isJudgedByRule = ({ conditions }: IamStatement, actions: readonly string[]): boolean =>
  actions.every((action) => action === 'ec2:RunInstances') &&
  conditions.some(({ key }) => /^(?:aws:RequestTag\/|ec2:MetadataHttpTokens$)/i.test(key));

const limitsOf = ({ resources }: IamStatement, conditions: readonly string[]): string => {
  if (conditions.length > 0) return `under a condition: ${quotedNames(conditions)}`;
  return `on ${quotedNames(resources.slice(0, 2))}`;
};

/** What a denied action stops, as the end of a sentence. */
function outcomeOf(actions: readonly string[]): string {
  const outcome = launchNeeds.find(({ action }) => actions.includes(action))?.outcome;
  if (outcome === undefined) return '';
  return `. ${outcome}`;
}

/** Whether a resource of a statement stands for all resources, or for all of one type. */
const isEverything = (resource: string): boolean =>
  resource === '*' || /^arn:[^:]*:\w*\*?:[^:]*:[^:]*:(?:[\w-]+\/)?\*$/.test(resource);

/** Actions that a policy named and no policy allows any more, of which no rule knows what they are needed for. */
function lostActions(
  earlier: readonly PolicyStatement[],
  statements: readonly PolicyStatement[],
  after: ObjectCluster,
): Diagnostic[] {
  const [place] = statements;
  if (place === undefined || after.manifests.some(({ kind, isPartial }) => kind === 'IamPolicy' && isPartial))
    return [];

  const others = after.ofKind('IamPolicy').flatMap(policyStatements);
  // Karpenter's module grants the published policy, to which its inputs only add.
  const hasModule = after.manifests.some((manifest) => calledModule(manifest) === 'karpenter');
  const named = earlier.flatMap(({ policy, statement }) =>
    (policy.kind === 'module' || !hasModule) && statement.effect === 'Allow' && !statement.isNegated
      ? statement.actions
      : [],
  );
  const isLost = (action: string): boolean =>
    /^[a-z0-9]+:[A-Z]\w+$/.test(action) &&
    !neededActions.includes(action) &&
    !allows([...statements, ...others], action) &&
    !mayGrantRead(after, action);
  const lost = [...new Set(named)].filter(isLost).sort();
  if (lost.length === 0) return [];

  const still =
    statements.find(({ policy }) => earlier.some((old) => old.policy.source.file === policy.source.file)) ?? place;

  return [
    accountFinding({
      code: 'terraform/removes-permission',
      severity: 'note',
      message: `The change takes ${firstNames(lost.map(quoted))} from Karpenter’s controller. Whether its version needs ${byCount(lost.length, 'it', 'them')} is unknown`,
      span: still.policy.span(still.path),
      help: 'Compare the policy with the one that Karpenter publishes for this version.',
    }),
  ];
}

/** Policies that `lint/node-policies` judges. */
const judgedPolicies =
  /^(?:AmazonEKSWorkerNodePolicy|AmazonEKS_CNI_Policy|AmazonEC2ContainerRegistry|AmazonEBSCSIDriver)/;

/** Policies of AWS that the role of nodes had, and that nodes need for no reason of their own. */
function lostNodePolicies(before: ObjectCluster, after: ObjectCluster, roles: readonly NamedRole[]): Diagnostic[] {
  const distinct = roles.filter(
    (role, index) => roles.findIndex((other) => isSameRole(other, role) === true) === index,
  );

  return distinct.flatMap((role): Diagnostic[] => {
    const now = policiesOfNodeRole(role, after);
    const old = seenIn(policiesOfNodeRole(role, before));
    const lost = old.find((name) => !judgedPolicies.test(name) && !seenIn(now).includes(name));
    const creator = seenIn(createdRoles(after).roles).find(
      ({ address, name }) => address === role.address || (name !== undefined && name === role.name),
    );
    // Policies for administrators, and others of Systems Manager, may allow the same.
    const isWider = seenIn(now).some((name) => /Administrator|PowerUser|SSM/.test(name));
    if (lost === undefined || !isClosed(now) || isWider || creator === undefined) return [];

    const isOfSessions = lost === 'AmazonSSMManagedInstanceCore';
    const outcome = isOfSessions
      ? 'Session Manager no longer reaches them'
      : 'Pods that use the role of their node lose its permissions';

    return [
      accountFinding({
        code: 'terraform/removes-permission',
        severity: 'note',
        message: `Nodes with the role ${roleTitle(role)} lose the policy \`${lost}\`. ${outcome}`,
        span: creator.manifest.span(creator.path),
        help: `Keep \`${lost}\` attached to the role if something on the nodes needs it.`,
      }),
    ];
  });
}

/** Actions whose reach decides what a stolen credential of the controller can do. */
const powerful = ['iam:PassRole', 'ec2:TerminateInstances', 'ec2:RunInstances'];

/** Statements that are new and allow more than any did before: everything, all actions of a service, or an action on all resources. */
function widened(added: readonly PolicyStatement[], earlier: readonly PolicyStatement[]): Diagnostic[] {
  return added.flatMap((wide): Diagnostic[] => {
    const { statement, policy, path } = wide;
    const isOpen = statement.effect === 'Allow' && statement.conditions.length === 0 && !statement.isNegated;
    const isOnAll = statement.resources.includes('*');
    const whole = statement.actions.find((action) => /^(?:\*|ec2:\*|iam:\*)$/i.test(action));

    if (isOpen && isOnAll && whole !== undefined && !hasAction(earlier, whole))
      return [wider(`every action of \`${whole}\` on all resources`, policy, [...path, 'Action'])];

    const reached = powerful.find(
      (action) =>
        namesAction(statement, action) && reachesAll(wide, action) && !earlier.some((old) => reachesAll(old, action)),
    );
    if (reached === undefined || !allows(earlier, reached)) return [];
    return [wider(wordsOf[reached]!, policy, [...path, 'Resource'])];
  });
}

const wordsOf: Readonly<Record<string, string>> = {
  'iam:PassRole': 'to pass every role of the account (`iam:PassRole`)',
  'ec2:TerminateInstances': 'to terminate every instance of the account (`ec2:TerminateInstances`)',
  'ec2:RunInstances': 'to launch instances with everything in the account (`ec2:RunInstances`)',
};

const hasAction = (statements: readonly PolicyStatement[], action: string): boolean =>
  statements.some(({ statement }) => statement.actions.includes(action) && statement.effect === 'Allow');

/** Whether a statement allows an action on all resources. The service that gets a role says nothing about which roles. */
function reachesAll({ statement }: PolicyStatement, action: string): boolean {
  const { effect, isNegated, resources, conditions } = statement;
  const isLimited = conditions.some(
    ({ key }) => action !== 'iam:PassRole' || key.toLowerCase() !== 'iam:passedtoservice',
  );
  const isOnAll = resources.some(
    (resource) => resource === '*' || /^arn:[^:]*:(?:iam|ec2):[^:]*:[^:]*:(?:(?:role|instance)\/)?\*$/.test(resource),
  );
  return effect === 'Allow' && !isNegated && !isLimited && isOnAll && namesAction(statement, action);
}

const wider = (what: string, policy: Manifest, path: readonly (string | number)[]): Diagnostic =>
  accountFinding({
    code: 'terraform/widens-permission',
    severity: 'note',
    message: `The change allows Karpenter’s controller ${what}`,
    span: policy.span(path),
    help: 'Limit it as the policy that Karpenter publishes for this version does.',
  });

interface KnownRoles {
  readonly controller: readonly NamedRole[];
  readonly nodes: readonly NamedRole[];
}

const adminPolicy =
  /:iam::aws:policy\/(?:.{0,100}\/)?(AdministratorAccess|PowerUserAccess|IAMFullAccess|AmazonEC2FullAccess)$/;

/** Policies of AWS for people with which the controller, or every pod that reaches the metadata of a node, may do nearly everything. */
function adminPolicies(before: ObjectCluster, after: ObjectCluster, roles: KnownRoles): Diagnostic[] {
  const earlier = new Set(attachmentsIn(before).map(({ policy }) => asText(policy) ?? ''));
  const attached = attachmentsIn(after).flatMap(({ manifest, role, policy }): Diagnostic[] => {
    const arn = asText(policy) ?? '';
    const name = adminPolicy.exec(arn)?.[1];
    if (name === undefined || hasPlaceholder(name) || role === undefined || earlier.has(arn)) return [];

    const isIn = (candidates: readonly NamedRole[]): boolean =>
      candidates.some((other) => isSameRole(other, role) === true);
    if (isIn(roles.nodes)) return [admin(`the role of nodes ${roleTitle(role)}`, name, manifest)];
    if (isIn(roles.controller)) return [admin(`the role of Karpenter’s controller ${roleTitle(role)}`, name, manifest)];
    return [];
  });

  const ofModules = after.ofKind('module').flatMap((module): Diagnostic[] => {
    const old = before.ofKind('module').find(({ source }) => source.file === module.source.file);
    if (calledModule(module) !== 'karpenter' || old === undefined) return [];

    return (
      [
        ['node_iam_role_additional_policies', 'the role of nodes'],
        ['iam_role_policies', 'the role of Karpenter’s controller'],
      ] as const
    ).flatMap(([input, title]) => {
      const [textBefore, textAfter] = [old, module].map((side) => JSON.stringify(side.get(['spec', input]) ?? null));
      const name = /:iam::aws:policy\/(AdministratorAccess|PowerUserAccess|IAMFullAccess)"/.exec(textAfter!)?.[1];
      if (name === undefined || textBefore!.includes(`/${name}"`)) return [];
      return [admin(title, name, module, ['spec', input])];
    });
  });

  return [...attached, ...ofModules];
}

const admin = (
  title: string,
  name: string,
  manifest: Manifest,
  path: readonly (string | number)[] = ['spec', 'policy_arn'],
): Diagnostic =>
  accountFinding({
    code: 'terraform/widens-permission',
    severity: 'note',
    message: `The change gives ${title} the policy \`${name}\``,
    span: manifest.span(path),
    help: 'Attach a policy with the actions that are needed.',
  });
