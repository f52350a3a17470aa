import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { helmReleasesIn, knownTextAt, settingPaths } from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { nodePoolsOf } from '../../rules/lint/fields/node-pools.ts';
import { capacityTypesOf } from '../../rules/lint/fields/reserved-capacity.ts';
import { isSameRoot } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../rules/lint/scenes.ts';
import { isClosed, seenIn } from '../../text/evidence.ts';
import { groupBy } from '../../text/group-by.ts';
import { covers } from '../../text/words/covers.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import {
  allowing,
  type ClusterIdentity,
  createdTypes,
  launchNeeds,
  regionOfType,
  typeCondition,
  type Unmet,
  unmetService,
  unmetTag,
} from '../account/launch-grants.ts';
import { attachedDocument, attachmentsIn } from '../fields/attached-policies.ts';
import { createdNamePaths, createsCluster } from '../fields/cluster-evidence.ts';
import { allows, controllerPolicies, coversType, type PolicyStatement } from '../fields/controller-policies.ts';
import { isSameRole } from '../fields/named-roles.ts';
import { amiTermsOf, nodeClassesOf } from '../fields/node-classes.ts';

export const controllerScopeRule = defineRule({
  id: 'controller-scope',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'IAM and cluster access',
  mistakes: [],
  on: {
    Manifests(_, context) {
      for (const policy of controllerPolicies(context))
        if (isClosed(policy)) judge({ statements: seenIn(policy), context });
    },
  },
  docs: {
    summary:
      'The IAM policy of Karpenter’s controller allows an action, but not on the resources or under the conditions of its launches.',
    why: 'AWS checks each resource of a launch: the image, the subnets, the volumes, the instance and others. If the policy allows `ec2:RunInstances` on all of them but one, AWS denies every launch. The same happens if a resource is in another region, or if a condition requires the tag of another cluster, a service other than EC2, or instance types that no NodePool allows. If no statement allows `ssm:GetParameter` on the parameters of an alias, its node classes do not become ready. Reported only if all policies of the controller are in the files.',
    help: 'Allow the resources and conditions of the policy that Karpenter publishes for this version.',
    url: 'https://karpenter.sh/docs/reference/cloudformation/',
  },
  examples,
});

interface Judging {
  readonly statements: readonly PolicyStatement[];
  readonly context: RuleContext;
}

const published = 'as in the policy that Karpenter publishes for this version';

/** What a finding about all launches of a cluster says about its node classes. */
function withoutLaunches({ statements, context }: Judging) {
  const cluster = context.clusterOf(statements[0]!.policy);
  return {
    unready: 'AWS denies launches with the policy of Karpenter’s controller',
    unreadyObjects: nodeClassesOf(context.all).filter((nodeClass) => context.clusterOf(nodeClass) === cluster),
  };
}

function judge(judging: Judging): void {
  const { statements, context } = judging;
  const [first] = statements;
  if (first === undefined) return;

  const cluster = context.clusterOf(first.policy);
  const identity = identityOf(cluster, statements, context);
  judgeResources(judging, identity);
  judgeTags(judging, identity);
  judgeService(judging);
  judgeTypes(judging, cluster);
  judgeReservations(judging, cluster);
  judgeParameters(judging, cluster);
}

/** The name of the cluster, if all files agree, and its region, if other resources of the policy are in it. */
function identityOf(
  cluster: ObjectCluster,
  statements: readonly PolicyStatement[],
  { catalog, isRegionAssumed }: RuleContext,
): ClusterIdentity {
  const named = cluster.manifests.flatMap(clusterNames);
  const names = new Set(named.map(({ text }) => text));
  const isOpen = named.some(({ text }) => hasPlaceholder(text));
  const isNearby = named.some(({ manifest }) => isSameRoot(manifest, statements[0]!.policy));
  const [name] = names;
  const region = isRegionAssumed ? undefined : catalog?.region;
  const isNamed =
    region !== undefined &&
    statements.some(({ statement }) => statement.resources.some((resource) => resource.split(':')[3] === region));

  const isOnly = names.size === 1 && !isOpen;

  return {
    name: isOnly ? name : undefined,
    region: isNamed ? region : undefined,
    isNearby,
  };
}

/** Names that an object gives to its own cluster: what creates it, and settings of Karpenter. One with a placeholder in it may be any that fits. */
function clusterNames(manifest: Manifest): { readonly text: string; readonly manifest: Manifest }[] {
  const paths = [
    ...(createsCluster(manifest) ? createdNamePaths(manifest) : []),
    ...helmReleasesIn(manifest).flatMap((release) => settingPaths(release, 'clusterName')),
  ];
  return paths.flatMap((path) => {
    const text = asText(manifest.get(path));
    // A reference to the cluster is no other name.
    if (text === undefined || text === '' || /^\$\{[^}]*\}$/.test(text)) return [];
    return [{ text, manifest }];
  });
}

/** Reports types of resources that no statement allows, or only in another region. */
function judgeResources(judging: Judging, { region }: ClusterIdentity): void {
  const { statements, context } = judging;
  for (const { action, types, outcome } of launchNeeds) {
    if (!allows(statements, action)) continue;

    const missing: string[] = [];
    const elsewhere: { readonly type: string; readonly only: string; readonly statement: PolicyStatement }[] = [];

    for (const type of types) {
      const granting = allowing(statements, action, type);
      const [granted] = granting ?? [];
      if (granting?.length === 0) missing.push(type);
      if (granted === undefined || region === undefined) continue;

      const regions = granting!.map(({ statement }) => regionOfType(statement, type));
      const [only] = regions;
      if (only !== undefined && !regions.includes(undefined) && !regions.includes(region))
        elsewhere.push({ type, only, statement: granted });
    }

    const held = isOfLaunch(action) ? withoutLaunches(judging) : {};
    const at = closestTo(
      missing,
      statements.filter((statement) => allows([statement], action)),
    );
    if (missing.length > 0 && at !== undefined)
      context.report({
        ...held,
        manifest: at.policy,
        at: at.policy.span([...at.path, 'Resource']),
        message: `\`${action}\` is not allowed on ${quotedNames(missing.map(patternOf))}, so ${outcome}. AWS checks each resource of an action`,
        help: `Add ${missing.map((type) => `\`${arnOf(type)}\``).join(', ')} to the resources of this statement, ${published}.`,
      });

    for (const [statement, ofStatement] of groupBy(elsewhere, (entry) => entry.statement))
      context.report({
        ...held,
        manifest: statement.policy,
        at: statement.policy.span([...statement.path, 'Resource']),
        message: `\`${action}\` is allowed on ${quotedNames(ofStatement.map(({ type }) => patternOf(type)))} only in \`${ofStatement[0]!.only}\`, but the cluster is in \`${region}\`, so ${outcome}`,
        help: `Replace \`${ofStatement[0]!.only}\` by \`${region}\` in these resources.`,
      });
  }
}

const isOfLaunch = (action: string): boolean => action !== 'ec2:TerminateInstances';

/** The statement to add some types to: one on what a launch creates if they are created, else the first. */
const closestTo = ([type]: readonly string[], statements: readonly PolicyStatement[]): PolicyStatement | undefined => {
  const isCreated = type !== undefined && createdTypes.includes(type);
  return statements.find(({ statement }) => isCreated && coversType(statement, 'instance') === true) ?? statements[0];
};

const patternOf = (type: string): string => `${type}/*`;
/** Images belong to no account. */
const arnOf = (type: string): string => `arn:aws:ec2:*:*:${type}/*`;

/** Reports conditions on the tag of another cluster, if no other statement allows the same. */
function judgeTags(judging: Judging, identity: ClusterIdentity): void {
  const { statements, context } = judging;
  const unmet = launchNeeds.flatMap(({ action, types, outcome }) =>
    types.flatMap((type) => {
      const granting = allowing(statements, action, type) ?? [];
      const faults = granting.flatMap((grant) => {
        const fault = unmetTag(grant.statement, type, identity);
        if (fault && !isSetByClass(fault, context)) return [{ grant, fault, action, outcome }];
        return [];
      });
      if (faults.length === granting.length) return faults.slice(0, 1);
      return [];
    }),
  );

  for (const [grant, faults] of groupBy(unmet, (fault) => fault.grant)) {
    const { fault, outcome } = faults[0]!;
    const { operator, key } = fault.condition;
    const actions = [...new Set(faults.map(({ action }) => action))];

    const verb = actions.length > 1 ? 'are' : 'is';

    context.report({
      ...(actions.some(isOfLaunch) && withoutLaunches(judging)),
      // Of several clusters in a repository, the policy may be that of another one.
      ...(!identity.isNearby && { severity: 'warning' as const }),
      manifest: grant.policy,
      at: grant.policy.keySpan([...grant.path, 'Condition', operator, key]),
      message: `${quotedNames(actions)} ${verb} allowed only with ${fault.required}, but ${fault.actual}, so ${outcome}`,
      help: `Require the tag of the cluster \`${identity.name}\`, ${published}.`,
    });
  }
}

/** Whether a node class sets the tag of a condition itself. */
const isSetByClass = ({ condition }: Unmet, { all }: RuleContext): boolean => {
  const tag = condition.key.replace(/^[^/]*\//, '');
  return nodeClassesOf(all).some(
    (nodeClass) => nodeClass.isPartial || nodeClass.get(['spec', 'tags', tag]) !== undefined,
  );
};

/** Reports that the controller may pass roles only to another service than EC2. */
function judgeService(judging: Judging): void {
  const { statements, context } = judging;
  const passing = statements.filter((statement) => allows([statement], 'iam:PassRole'));
  const faults = passing.map(({ statement }) => unmetService(statement));
  const [first] = passing;
  const [condition] = faults;
  if (first === undefined || condition === undefined || faults.includes(undefined)) return;

  context.report({
    ...withoutLaunches(judging),
    manifest: first.policy,
    at: first.policy.keySpan([...first.path, 'Condition', condition.operator, condition.key]),
    message: `Karpenter may pass roles only to ${quotedNames(condition.values)}, and not to \`ec2.amazonaws.com\`, so AWS denies every launch with a role`,
    help: 'Set the value of `iam:PassedToService` to `ec2.amazonaws.com`.',
  });
}

/** Reports a condition on instance types that leaves out all types of a NodePool. */
function judgeTypes({ statements, context }: Judging, cluster: ObjectCluster): void {
  const granting = allowing(statements, 'ec2:RunInstances', 'instance') ?? [];
  const conditions = granting.map(({ statement }) => typeCondition(statement));
  const [first] = granting;
  const [condition] = conditions;
  if (first === undefined || condition === undefined || conditions.includes(undefined)) return;

  const patterns = conditions.flatMap((each) => each?.values ?? []);
  const barred = nodePoolsOf(context.all)
    .filter((pool) => !pool.isPartial && context.clusterOf(pool) === cluster)
    .filter((pool) => {
      const { names = [] } = context.compatible(pool) ?? {};
      return names.length > 0 && !names.some((name) => patterns.some((pattern) => covers(pattern, name)));
    });
  if (barred.length === 0) return;

  const verb = barred.length > 1 ? 'allow' : 'allows';

  context.report({
    manifest: first.policy,
    at: first.policy.keySpan([...first.path, 'Condition', condition.operator, condition.key]),
    message: `\`ec2:RunInstances\` is allowed only for ${quotedNames(patterns)}, and ${quotedNames(barred.map(({ name }) => name))} ${verb} none of these instance types, so AWS denies every launch`,
    help: 'Allow the instance types of the NodePools in this condition, or remove it.',
  });
}

/** Reports that node classes select reservations which no statement allows. */
function judgeReservations({ statements, context }: Judging, cluster: ObjectCluster): void {
  const action = 'ec2:RunInstances';
  const at = statements.find((statement) => allows([statement], action));
  if (at === undefined || allowing(statements, action, 'capacity-reservation')?.length !== 0) return;

  const selecting = nodeClassesOf(context.all).find(
    (nodeClass) =>
      context.clusterOf(nodeClass) === cluster &&
      nodeClass.get(['spec', 'capacityReservationSelectorTerms']) !== undefined,
  );
  const isUsed = nodePoolsOf(context.all).some((pool) =>
    capacityTypesOf(pool).some(({ values }) => values.some(({ text }) => text === 'reserved')),
  );
  if (selecting === undefined || !isUsed) return;

  context.report({
    manifest: at.policy,
    severity: 'warning',
    at: at.policy.span([...at.path, 'Resource']),
    message: `\`${action}\` is not allowed on \`capacity-reservation/*\`, so AWS denies launches into the reservations that \`${selecting.name}\` selects`,
    help: `Add \`${arnOf('capacity-reservation')}\` to the resources of this statement, ${published}.`,
  });
}

/** Where AWS publishes the images of an alias. Source: provider-aws pkg/providers/amifamily, DescribeImageQuery of each family. */
const parametersOf: Readonly<Record<string, string>> = {
  al2: '/aws/service/eks/optimized-ami/',
  al2023: '/aws/service/eks/optimized-ami/',
  bottlerocket: '/aws/service/bottlerocket/',
  windows2019: '/aws/service/ami-windows-latest/',
  windows2022: '/aws/service/ami-windows-latest/',
  windows2025: '/aws/service/ami-windows-latest/',
};

/** Reports that Karpenter may not read the parameters with the images of an alias. */
function judgeParameters({ statements, context }: Judging, cluster: ObjectCluster): void {
  const reading = statements.filter((statement) => allows([statement], 'ssm:GetParameter'));
  const [at] = reading;
  if (at === undefined || reading.some(({ statement }) => statement.isNegated)) return;

  const barred = nodeClassesOf(context.all).flatMap((nodeClass) => {
    if (nodeClass.isPartial || context.clusterOf(nodeClass) !== cluster) return [];
    return amiTermsOf(nodeClass).flatMap(({ path }) => {
      const alias = knownTextAt(nodeClass, [...path, 'alias']);
      const parameters = parametersOf[alias?.split('@')[0] ?? ''];
      const isRead = reading.some(({ statement }) =>
        statement.resources.some((resource) => mayRead(resource, parameters ?? '')),
      );
      if (alias === undefined || parameters === undefined || isRead) return [];
      return [{ nodeClass, alias, parameters }];
    });
  });
  const [first] = barred;
  if (first === undefined || readsByManagedPolicy(statements, cluster)) return;

  context.report({
    manifest: at.policy,
    at: at.policy.span([...at.path, 'Resource']),
    message: `Karpenter reads the images of \`${first.alias}\` from \`${first.parameters}*\`, which its policy does not allow, so \`${first.nodeClass.name}\` does not become ready`,
    help: `Add \`arn:aws:ssm:*::parameter${first.parameters}*\` to the resources of this statement.`,
    unready: 'Karpenter may not read the images of its alias',
    unreadyObjects: barred.map(({ nodeClass }) => nodeClass),
  });
}

/** Whether the role with some statements also has a policy of AWS that reads all parameters, such as `AmazonSSMReadOnlyAccess`. */
function readsByManagedPolicy(statements: readonly PolicyStatement[], cluster: ObjectCluster): boolean {
  const attachments = attachmentsIn(cluster);
  const policies = new Set(statements.map(({ policy }) => policy));

  const roles = attachments.flatMap((attachment) => {
    const document = attachedDocument(attachment, cluster);
    if (document !== undefined && policies.has(document) && attachment.role) return [attachment.role];
    return [];
  });

  return attachments.some(
    ({ role, policy }) =>
      /:iam::aws:policy\/.*(?:SSM|ReadOnly)/.test(asText(policy) ?? '') &&
      (role === undefined || roles.length === 0 || roles.some((other) => isSameRole(other, role) !== false)),
  );
}

/** Whether a resource can be a parameter below a path, as far as both are written. */
function mayRead(resource: string, parameters: string): boolean {
  const written = resource.split(':').slice(5).join(':');
  const name = resource === '*' || written === '' ? '' : written.replace(/^parameter/, '').split(/[*?]|\$\{/)[0]!;
  return name.startsWith(parameters) || parameters.startsWith(name);
}

function examples(): RuleExamples {
  const policy = (launch: string, terminate = '') => terraform`
    data "aws_iam_policy_document" "karpenter" {
      statement {
        actions = ["ec2:CreateFleet", "ec2:RunInstances", "ec2:CreateLaunchTemplate", "ec2:CreateTags"]
        resources = [
          ${launch}
          "arn:aws:ec2:*:*:fleet/*",
          "arn:aws:ec2:*:*:instance/*",
          "arn:aws:ec2:*:*:launch-template/*",
          "arn:aws:ec2:*:*:network-interface/*",
          "arn:aws:ec2:*:*:security-group/*",
          "arn:aws:ec2:*:*:spot-instances-request/*",
          "arn:aws:ec2:*:*:volume/*",
        ]
      }

      statement {
        actions   = ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"]
        resources = ["*"]
        ${terminate}
      }
    }
  `;
  const ofCluster = (name: string) =>
    terraform`
    condition {
      test     = "StringEquals"
      variable = "aws:ResourceTag/kubernetes.io/cluster/${name}"
      values   = ["owned"]
    }
  `.text;
  const cluster = terraform`
    module "eks" {
      source  = "terraform-aws-modules/eks/aws"
      version = "~> 21.0"
      name    = "shop"
    }
  `;
  const both = '"arn:aws:ec2:*::image/*",\n"arn:aws:ec2:*:*:subnet/*",';

  return {
    bad: [
      corrected(policy('"arn:aws:ec2:*::image/*",'), {
        '"arn:aws:ec2:*::image/*",': both,
      }),
      corrected(
        terraform`
          ${policy(both, ofCluster('shop-prod'))}

          ${cluster}
        `,
        { 'cluster/shop-prod': 'cluster/shop' },
      ),
      corrected(
        terraform`
          data "aws_iam_policy_document" "karpenter" {
            statement {
              actions   = ["ec2:CreateFleet", "ec2:RunInstances"]
              resources = ["*"]
            }

            statement {
              actions   = ["ssm:GetParameter"]
              resources = ["arn:aws:ssm:*::parameter/aws/service/bottlerocket/*"]
            }
          }

          ${kubectlManifest(
            'default',
            ec2NodeClass(yaml`
              role: nodes
              amiSelectorTerms:
                - alias: al2023@v20260715
            `),
          )}
        `,
        { '/aws/service/bottlerocket/*': '/aws/service/*' },
      ),
    ],
    good: [
      policy(both),
      terraform`
        ${policy(both, ofCluster('shop'))}

        ${cluster}
      `,
      policy('"arn:$' + '{local.partition}:ec2:$' + '{local.region}::image/*",\nlocal.subnets,'),
    ],
  };
}
