import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asList, asMapping, asText, type Manifest, type Value, valueAt } from '../../manifest/model/manifest.ts';
import type { RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, openReasons, seenIn } from '../../text/evidence.ts';
import { controllerCredentials } from '../account/controller-credentials.ts';
import { type GivenPolicy, givenPolicies, inputsOf, isGrantOf, unknownPolicies } from '../account/given-policies.ts';
import { type Attachment, attachmentsIn, onlyPermits } from '../fields/attached-policies.ts';
import { controllerPolicies, policyStatements } from '../fields/controller-policies.ts';
import { createdRoles, moduleMajor } from '../fields/created-roles.ts';
import { interruptionQueues } from '../fields/interruption-queues.ts';
import { createsPolicy } from '../fields/module-permissions.ts';
import { type NamedRole, roleOfClass } from '../fields/named-roles.ts';
import { gateways, mainTables, moduleExits } from '../fields/network-exits.ts';
import { networkOf } from '../fields/network-resources.ts';
import { canJoin, nodeAccess } from '../fields/node-access.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { selectedAmong } from '../fields/selected-resources.ts';
import { type Selected, selectsNetwork } from '../fields/selector-fields.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { type IamStatement, namesAction, readPolicy } from '../setup/iam-policy.ts';
import { statementFacts } from '../setup/statement-facts.ts';
import { resourceRole } from '../setup/terraform-roles.ts';
import { topicOfArgument } from '../terraform/read-arguments.ts';
import { moduleRuleInputs, ruleKinds } from '../terraform/security-group-rules.ts';
import type { AccountSide } from './account-sides.ts';
import { isPolicyOfAddon } from './lost-addon-roles.ts';

/**
 * What rules work out from the account of one side, by topic, as texts to compare: if a text is the same on both sides, no rule of the topic can say
 * anything about the change. A topic without a text cannot be compared in this way.
 */
export const judgedFacts: Readonly<Partial<Record<RuledTopic, (side: AccountSide) => string>>> = {
  network: (side) => canonical(networkFacts(side)),
  access: (side) => canonical(accessFacts(side).facts),
  interruption: (side) => canonical(interruptionFacts(side)),
  encryption: (side) => canonical(encryptionFacts(side)),
};

/**
 * What the account of one side allows, by topic, which is no part of its facts: if head has all of base and equal facts, the change only allows more,
 * and no rule of the topic has anything against it.
 */
export const judgedGrants: Readonly<Partial<Record<RuledTopic, (side: AccountSide) => readonly string[]>>> = {
  network: (side) => [...groupRules(side.manifests).grants, ...networkGrants(side)].map(canonical),
  access: (side) => accessFacts(side).grants,
  encryption: (side) => keysOf(side).flatMap(keyGrants).map(canonical),
};

/** Arguments that say nothing about what a resource is for a node. */
const inertArguments = /^(?:(?:\w+_)?tags(?:_all)?|description|depends_on|timeouts)$/;

/** An object without its tags, by which it is selected. */
const contentOf = ({ kind, name, object }: Manifest): Value => {
  const spec = asMapping(object.spec) ?? {};
  return [kind, name, Object.fromEntries(Object.entries(spec).filter(([key]) => !inertArguments.test(key)))];
};

const membersOf = <T>(members: Collection<T>, toValue: (member: T) => Value): Value => [
  seenIn(members).map(toValue),
  [...openReasons(members)],
];

/** Which subnets and security groups each node class selects, and what they are. Gateways and endpoints count for all of them. */
function networkFacts({ all, manifests, clusterOf }: AccountSide): Value {
  const selecting = all.manifests.filter(selectsNetwork);
  const exits = selecting.flatMap((nodeClass) =>
    clusterOf(nodeClass).manifests.filter(({ kind }) => kindsOfExits.has(kind)),
  );

  const selections = selecting.map((nodeClass): Value => {
    const cluster = clusterOf(nodeClass);
    const ofKind = (selected: Selected): Value =>
      membersOf(selectedAmong(nodeClass, selected, networkOf(cluster, selected)), (resource) => [
        contentWithoutGrants(resource.manifest),
        resource.tagsIn,
        isVpcModule(resource.manifest) ? null : [...(resource.zones ?? [])],
        resource.isPublic ?? null,
      ]);
    return [nodeClass.name, ofKind('subnet'), ofKind('securityGroup')];
  });

  // Node classes that are elsewhere may select what none here selects.
  const others = manifests.filter((manifest) => isVpcModule(manifest) && isWithoutClass(clusterOf(manifest)));
  return [
    selections,
    [...new Set(exits)].map(contentOf),
    groupRules(manifests).facts,
    others.map(contentWithoutGrants),
  ];
}

const isWithoutClass = ({ manifests }: ObjectCluster): boolean => !manifests.some(selectsNetwork);

/** What gives nodes subnets and ways out of them. More of it takes nothing away. Without a node class, any subnet may be one of nodes. */
function networkGrants({ manifests, clusterOf }: AccountSide): Value[] {
  const withoutClass = new Set([...new Set(manifests.map(clusterOf))].filter(isWithoutClass));

  return manifests.flatMap((manifest): Value[] => {
    const { file } = manifest.source;
    if (isVpcModule(manifest)) return [...subnetGrants(manifest), ...exitGrants(manifest)];

    const isOfNetwork = manifest.kind === 'aws_subnet' || kindsOfExits.has(manifest.kind);
    if (isOfNetwork && withoutClass.has(clusterOf(manifest))) return [[file, contentOf(manifest)]];
    return [];
  });
}

const isVpcModule = (manifest: Manifest): boolean => calledModule(manifest) === 'vpc';

/** The inputs of the VPC module with its subnets. */
const subnetInputs = ['private_subnets', 'public_subnets', 'intra_subnets'];

/** Each subnet of the VPC module, with its range and its zone, or else the whole input that is unknown. */
function subnetGrants(vpc: Manifest): Value[] {
  const { file } = vpc.source;
  const zones = asList(vpc.get(['spec', 'azs']));
  const isList = Array.isArray(vpc.get(['spec', 'azs'])) && zones.length > 0;

  return subnetInputs.flatMap((input): Value[] => {
    const ranges = vpc.get(['spec', input]);
    if (ranges === undefined) return [];
    if (!isList || !Array.isArray(ranges)) return [[file, input, ranges, vpc.get(['spec', 'azs']) ?? null]];
    return ranges.map((range, index): Value => [file, input, index, range, zones[index % zones.length] ?? null]);
  });
}

/** Inputs that are on unless the call says otherwise, since version 4. */
const onByDefault = ['enable_dns_support', 'enable_dns_hostnames'];

/** The inputs that lead out of the VPC or give it names, if they are on. How many NAT gateways there are is another question. */
const exitGrants = (vpc: Manifest): Value[] =>
  [...moduleExits, ...onByDefault]
    .filter((input) => (vpc.get(['spec', input]) ?? onByDefault.includes(input)) === true)
    .map((input): Value => [vpc.source.file, input]);

/** Inputs of the VPC module that are grants, or have their default. One that is unknown is a part of the content. */
const isGrantedInput = (vpc: Manifest, input: string): boolean => {
  if (input === 'azs' || subnetInputs.includes(input)) return true;
  const value = vpc.get(['spec', input]);
  if (input === 'map_public_ip_on_launch') return value === false && (moduleMajor(vpc) ?? 0) >= 4;
  return [...moduleExits, ...onByDefault].includes(input) && typeof value === 'boolean';
};

/** The content of a resource without what is a grant. */
function contentWithoutGrants(manifest: Manifest): Value {
  if (isVpcModule(manifest)) {
    const spec = asMapping(manifest.object.spec) ?? {};
    const rest = Object.entries(spec).filter(([input]) => !isGrantedInput(manifest, input) && isReadInput(input));
    return contentOf({ ...manifest, object: { ...manifest.object, spec: Object.fromEntries(rest) } } as Manifest);
  }

  const rules = asMapping(manifest.get(additionalRules));
  if (calledModule(manifest) !== 'eks' || rules === undefined) return contentOf(manifest);

  const { node_security_group_additional_rules: _, ...spec } = asMapping(manifest.object.spec) ?? {};
  return contentOf({ ...manifest, object: { ...manifest.object, spec } } as Manifest);
}

/** Whether rules read an input of the VPC module. All others have judgements of their own. */
const isReadInput = (input: string): boolean =>
  topicOfArgument('module', 'terraform-aws-modules/vpc/aws', input) !== undefined;

const additionalRules = ['spec', 'node_security_group_additional_rules'];

/**
 * The rules of security groups, which only allow. A group with rules of its own has no others, so that one more may take another away.
 *
 * Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/security_group
 */
function groupRules(manifests: readonly Manifest[]): { readonly facts: Value[]; readonly grants: readonly Value[] } {
  const isInline = manifests.some(
    (manifest) =>
      manifest.kind === 'aws_security_group' &&
      (manifest.get(['spec', 'ingress']) !== undefined || manifest.get(['spec', 'egress']) !== undefined),
  );
  if (isInline) return { facts: [...manifests.flatMap(ruleFacts), ...manifests.flatMap(moduleGrants)], grants: [] };

  const isAllowed = ({ kind }: Manifest): boolean => kind === 'aws_security_group' || ruleKinds.includes(kind);
  return {
    facts: manifests.filter((manifest) => !isAllowed(manifest)).flatMap(ruleFacts),
    grants: manifests.flatMap((manifest) => {
      if (!isAllowed(manifest)) return moduleGrants(manifest);
      return ruleFacts(manifest).map((fact): Value => [manifest.source.file, fact]);
    }),
  };
}

/** The rules that the EKS module adds to its security group for nodes, if all of them are written. */
function moduleGrants(manifest: Manifest): Value[] {
  const rules = calledModule(manifest) === 'eks' ? asMapping(manifest.get(additionalRules)) : undefined;
  return Object.entries(rules ?? {}).map(([name, rule]): Value => [manifest.source.file, name, rule ?? null]);
}

/** Whether `moduleGrants` has an input of the EKS module, or nothing is written there. */
const isGranted = (manifest: Manifest, input: string): boolean => {
  const value = manifest.get(['spec', input]);
  return input === additionalRules[1] && (value === undefined || asMapping(value) !== undefined);
};

/** The rules of security groups, also of those that node classes elsewhere may select. */
function ruleFacts(manifest: Manifest): Value[] {
  if (ruleKinds.includes(manifest.kind)) return [contentOf(manifest)];

  const fields = [
    ...(manifest.kind === 'aws_security_group' ? ['name', 'ingress', 'egress'] : []),
    ...(calledModule(manifest) === 'eks' ? moduleRuleInputs.filter((input) => !isGranted(manifest, input)) : []),
  ];
  if (fields.length === 0) return [];
  return [[manifest.source.file, ...fields.map((field) => manifest.get(['spec', field]) ?? null)]];
}

/** What leads out of the subnets of a VPC, and the VPC itself. */
const kindsOfExits: ReadonlySet<string> = new Set([
  'aws_vpc',
  'aws_vpc_endpoint',
  'aws_route',
  'aws_route_table',
  'aws_route_table_association',
  ...gateways,
  ...mainTables,
]);

/**
 * What Karpenter’s controllers may do and who they are, and the roles that nodes have and join with. A policy of AWS that only permits something is a
 * grant: nobody loses anything by one more.
 */
function accessFacts({ all, manifests, clusterOf }: AccountSide): {
  readonly facts: Value;
  readonly grants: readonly string[];
} {
  const releases = helmReleasesOf(all).map((release): Value => {
    const { namespace, serviceAccount, sources, possible, elsewhere } = controllerCredentials(
      release,
      clusterOf(release.manifest),
    );

    const places = [...possible, ...elsewhere].map(
      ({ manifest, path }): Value => [contentOfAccess(manifest), valueAt(manifest.object, path) ?? null],
    );

    return [
      namespace ?? null,
      serviceAccount ?? null,
      membersOf(sources, ({ manifest, path, by }) => [
        by,
        contentOfAccess(manifest),
        valueAt(manifest.object, path) ?? null,
      ]),
      places,
    ];
  });

  const attached = manifests.flatMap(givenPolicies);
  const policies = [
    ...controllerPolicies({ all, clusterOf }).map((policy): Value => [...openReasons(policy)]),
    ...manifests.filter(isOfAccess).map(policyFacts).toSorted(),
  ];
  const roles = nodeClassesOf(all).map((nodeClass): Value => roleFacts(nodeClass, clusterOf(nodeClass)));
  const named = canonical([releases, roles]);
  const isRelevant = (manifest: Manifest): boolean =>
    kindsOfAccess.test(manifest.kind) &&
    (/karpenter/i.test(canonical(contentOf(manifest))) || named.includes(`.${manifest.name}.`));

  const isAttached = ({ manifest, role, policy }: Attachment): boolean =>
    role === undefined ||
    isNamed(role, named) ||
    isPolicyOfAddon(policy) ||
    /karpenter/i.test(canonical(contentOf(manifest)));
  const clusters = [...new Set(manifests.map(clusterOf))];
  const attachments = clusters.flatMap(attachmentsIn).filter(isAttached);
  const factsOf = ({ role, policy }: Attachment): string =>
    canonical([role?.name ?? role?.address ?? null, policy ?? null]);

  const facts = [
    releases,
    policies,
    attachments
      .filter((attachment) => !isGrant(attachment))
      .map(factsOf)
      .toSorted(),
    manifests.filter(createsPolicy).map(contentOfAccess),
    manifests.flatMap(unknownPolicies),
    attached.filter((policy) => !isGrantOf(policy, clusterOf(policy.manifest))).map(givenFact),
    roles,
    manifests.filter(isRelevant).map((manifest) => [contentOf(manifest), trustFacts(manifest, manifests)]),
  ];

  return {
    facts,
    grants: [
      ...attachments.filter(isGrant).map(factsOf),
      ...attached.filter((policy) => isGrantOf(policy, clusterOf(policy.manifest))).map(givenFact),
      ...manifests.filter(createsPolicy).flatMap(addedStatements).map(canonical),
    ],
  };
}

const givenFact = ({ manifest, path, policy }: GivenPolicy): string =>
  canonical([manifest.source.file, path.map(String), policy]);

/** The input of Karpenter’s module with more statements of the controller’s policy. */
const statementsInput = 'iam_policy_statements';

/** The statements that Karpenter’s module adds to its policy, if all of them are known and permit something. */
function addedStatements(module: Manifest): readonly Value[] {
  const written = module.get(['spec', statementsInput]);
  const items = Array.isArray(written) ? asList(written) : Object.values(asMapping(written) ?? {});
  const statements = items.map((item) => asMapping(item) ?? {});
  const isAllowing = statements.every(({ effect, not_actions, actions }) => {
    const isListed = Array.isArray(actions) && not_actions === undefined;
    return isListed && (effect === undefined || effect === 'Allow');
  });
  if (!isAllowing || holdsPlaceholder(items)) return [];
  return statements.map((statement): Value => [module.source.file, statement]);
}

/** A call of Karpenter’s module without the policies and statements that are grants of their own. */
function contentOfAccess(manifest: Manifest): Value {
  if (calledModule(manifest) !== 'karpenter') return contentOf(manifest);

  const written = asMapping(manifest.object.spec) ?? {};
  const judged = new Set(inputsOf(manifest).map(({ path }) => path[1]));
  if (addedStatements(manifest).length > 0) judged.add(statementsInput);
  const spec = Object.fromEntries(Object.entries(written).filter(([input]) => !judged.has(input)));
  return contentOf({ ...manifest, object: { ...manifest.object, spec } } as Manifest);
}

/** Whether an attachment only permits something. Those of other kinds also take away what they do not name. */
const isGrant = ({ manifest, policy }: Attachment): boolean =>
  manifest.kind === 'aws_iam_role_policy_attachment' && onlyPermits(policy);

/** Whether a role is one of those in a text of facts. */
const isNamed = ({ name, address }: NamedRole, facts: string): boolean =>
  [name, address].some((text) => text !== undefined && facts.includes(JSON.stringify(text)));

/** Whom a role trusts, also if a separate document says so. */
function trustFacts(role: Manifest, manifests: readonly Manifest[]): Value {
  if (role.kind !== 'aws_iam_role') return null;
  const byFile = new Map(manifests.map((manifest) => [manifest.source.file, manifest]));
  return (resourceRole(role, byFile).statements ?? []).map(statementFacts);
}

/** Actions that few but Karpenter’s controller need: launches, roles of nodes, prices, and the passing of roles. */
const actionsOfController = [
  ...['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:CreateLaunchTemplate', 'ec2:DeleteLaunchTemplate'],
  ...['ec2:TerminateInstances', 'iam:CreateInstanceProfile', 'iam:PassRole', 'pricing:GetProducts'],
];

/** Whether a policy may be one of Karpenter’s controller, by its name or by its actions. */
const isOfAccess = (policy: Manifest): boolean =>
  policy.kind === 'IamPolicy' &&
  (/karpenter/i.test(policy.source.file) ||
    policyStatements(policy).some(({ statement }) =>
      actionsOfController.some((action) => namesAction(statement, action)),
    ));

/** Whether a policy lets something send messages to a queue. */
const isOfQueue = (policy: Manifest): boolean =>
  policy.kind === 'IamPolicy' &&
  policyStatements(policy).some(({ statement }) => namesAction(statement, 'sqs:SendMessage'));

/** What a policy says, without the order, the names and the number of its statements. */
const policyFacts = (policy: Manifest): string =>
  canonical([
    policy.isPartial === true,
    [...new Set(policyStatements(policy).flatMap(({ statement }) => factsOfStatement(statement)))].toSorted(),
  ]);

/** What a statement says about each action and each resource. One that names what it leaves out is a whole. */
function factsOfStatement(statement: IamStatement): readonly string[] {
  const isWhole = statement.isNegated || statement.unknown.length > 0 || statement.resources.length === 0;
  if (isWhole) return [canonical(statementFacts(statement))];
  return statement.actions.flatMap((action) =>
    statement.resources.map((resource) =>
      canonical(statementFacts({ ...statement, actions: [action], resources: [resource] })),
    ),
  );
}

const kindsOfAccess = /^aws_(?:iam_role|iam_instance_profile|eks_pod_identity_association)$/;

function roleFacts(nodeClass: Manifest, cluster: ObjectCluster): Value {
  const role = roleOfClass(nodeClass, cluster);
  if (role === undefined) return [nodeClass.name, null];

  const creators = seenIn(createdRoles(cluster).roles).filter(
    ({ name, address, canBeNamed }) =>
      address === role.address || (name ?? '') === role.name || (role.name !== undefined && canBeNamed(role.name)),
  );

  return [
    nodeClass.name,
    role.name ?? null,
    role.address ?? null,
    canJoin(role, nodeAccess(cluster)) ?? null,
    creators.map(({ manifest }) => [contentOfAccess(manifest), trustFacts(manifest, cluster.manifests)]),
  ];
}

/** The queues of Karpenter, and what may send messages to them. */
function interruptionFacts({ all, manifests, clusterOf }: AccountSide): Value {
  const clusters = new Set(helmReleasesOf(all).map(({ manifest }) => clusterOf(manifest)));
  const queues = [...clusters].flatMap((cluster) => interruptionQueues(cluster));
  if (queues.length === 0 && clusters.size > 0) return [];

  return [
    queues.map(({ manifest, name }) => [contentOfQueue(manifest), name ?? null]),
    manifests.filter(({ kind }) => kindsOfQueues.test(kind)).map(contentOf),
    manifests.filter(isOfQueue).map(policyFacts).toSorted(),
  ];
}

/**
 * A queue without the encryption by SQS itself, which asks neither senders nor readers for permissions. AWS refuses it next to a key of KMS.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-server-side-encryption.html
 */
function contentOfQueue(queue: Manifest): Value {
  if (calledModule(queue) === 'karpenter') return contentOfQueueModule(queue);
  const { sqs_managed_sse_enabled: _, queue_managed_sse_enabled: __, ...spec } = asMapping(queue.object.spec) ?? {};
  const hasKey = ['kms_master_key_id', 'queue_kms_master_key_id'].some((argument) => spec[argument] !== undefined);
  if (hasKey) return contentOf(queue);
  return contentOf({ ...queue, object: { ...queue.object, spec } } as Manifest);
}

/** Inputs of Karpenter’s module that decide about the queue and the events that reach it. */
const queueInputs =
  /^(?:source|version|count|for_each|create|cluster_name|region|enable_spot_termination|rule_name_prefix|queue_\w+)$/;

function contentOfQueueModule(module: Manifest): Value {
  const inputs = Object.entries(asMapping(module.object.spec) ?? {}).filter(
    ([input, value]) =>
      queueInputs.test(input) && !(input === 'queue_managed_sse_enabled' && typeof value === 'boolean'),
  );
  return contentOf({ ...module, object: { ...module.object, spec: Object.fromEntries(inputs) } } as Manifest);
}

const kindsOfQueues = /^aws_(?:sqs_queue_policy|cloudwatch_event_rule|cloudwatch_event_target)$/;

/** The keys of volumes and who may use them, if a node class names one. What they allow is in `judgedGrants`. */
const encryptionFacts = (side: AccountSide): Value =>
  keysOf(side)
    .filter(({ kind }) => kind !== 'aws_kms_key')
    .map(contentOf);

function keysOf({ all, manifests }: AccountSide): readonly Manifest[] {
  const isNamed = nodeClassesOf(all).some((nodeClass) => /"kmsKeyID":/.test(JSON.stringify(nodeClass.object)));
  if (!isNamed) return [];
  return manifests.filter(({ kind }) => /^aws_kms_/.test(kind));
}

/** A key with what its policy denies, and each permission of its policy. A policy that cannot be read is a part of the key. */
function keyGrants(key: Manifest): Value[] {
  if (key.kind !== 'aws_kms_key') return [];

  const { file } = key.source;
  const policy = readPolicy(asText(key.get(['spec', 'policy'])) ?? '');
  if ('fault' in policy) return [[file, contentOf(key)]];

  const { policy: _, ...spec } = asMapping(key.object.spec) ?? {};
  const rest = contentOf({ ...key, object: { ...key.object, spec } } as Manifest);
  const isAllowing = ({ effect, unknown }: IamStatement): boolean => effect === 'Allow' && unknown.length === 0;
  const denied = policy.statements.filter((statement) => !isAllowing(statement)).map(statementFacts);
  const allowed = policy.statements.filter(isAllowing).map((statement): Value => [file, statementFacts(statement)]);
  return [[file, rest, denied], ...allowed];
}
