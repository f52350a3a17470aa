import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { RuleContext } from '../../rules/lint/rule.ts';
import { type Collection, collection, isClosed, seenIn } from '../../text/evidence.ts';
import { addToGroup } from '../../text/group-by.ts';
import { covers } from '../../text/words/covers.ts';
import { type IamStatement, namesAction, readPolicy } from '../setup/iam-policy.ts';
import { policiesElsewhere } from './attached-policies.ts';
import { otherIamCreators } from './created-roles.ts';
import { createsPolicy } from './module-permissions.ts';

/** A statement of a policy among the manifests, with its place. */
export interface PolicyStatement {
  readonly policy: Manifest;
  readonly path: Path;
  readonly statement: IamStatement;
}

/** The statements of the policies of a controller. */
export type ControllerPolicy = Collection<PolicyStatement>;

const foundIn = new WeakMap<ManifestSet, readonly ControllerPolicy[]>();

/** The policies of Karpenter's controllers: all statements of a cluster, if they allow what only Karpenter's controller needs. */
export function controllerPolicies({
  all,
  clusterOf,
}: Pick<RuleContext, 'all' | 'clusterOf'>): readonly ControllerPolicy[] {
  const cached = foundIn.get(all);
  if (cached) return cached;

  const clusters = new Map<ObjectCluster, PolicyStatement[]>();
  const unsure = new Map<ObjectCluster, string[]>();
  for (const policy of all.manifests) {
    if (policy.kind !== 'IamPolicy') continue;

    const statements = policyStatements(policy);
    for (const statement of statements) addToGroup(clusters, clusterOf(policy), statement);
    if (!isWhole(policy, statements))
      addToGroup(unsure, clusterOf(policy), `a part of the policy \`${policy.name}\` is unknown`);
  }

  // Karpenter's module creates the whole policy, so other policies only add to it.
  const complete = new Set(all.manifests.filter(createsPolicy).map(clusterOf));
  const policies = [...clusters].flatMap(([cluster, statements]) => {
    if (complete.has(cluster) || !isOfController(statements)) return [];

    return [
      collection(statements, [
        ...otherIamCreators(cluster),
        ...(unsure.get(cluster) ?? []),
        ...attachedTo(cluster, statements),
      ]),
    ];
  });

  foundIn.set(all, policies);

  return policies;
}

/** Why the role with some statements may have other policies. */
const attachedTo = (cluster: ObjectCluster, statements: readonly PolicyStatement[]): string[] =>
  policiesElsewhere(cluster, (policy) => isOfController(statements.filter((statement) => statement.policy === policy)));

/** Whether statements are a controller's. Only Karpenter creates fleets, or launches instances and reads prices. */
export const isOfController = (statements: readonly PolicyStatement[]): boolean =>
  (allows(statements, 'ec2:CreateFleet') && !statements.some(isOfElasticMapReduce)) ||
  ['ec2:RunInstances', 'ec2:CreateLaunchTemplate', 'pricing:GetProducts'].every((action) => allows(statements, action));

/** EMR also creates fleets, and its policy names its own service. */
const isOfElasticMapReduce = ({ statement }: PolicyStatement): boolean =>
  JSON.stringify(statement).includes('elasticmapreduce');

const listPath = (policy: Manifest): Path => {
  if (policy.get(['Statement']) === undefined) return ['spec', 'Statement'];
  return ['Statement'];
};

/** The statements of a policy that can be read, with their places. */
export function policyStatements(policy: Manifest): PolicyStatement[] {
  const path = listPath(policy);
  return asList(policy.get(path)).flatMap((written, index) => {
    const read = readPolicy(JSON.stringify({ Statement: [written] }));
    if ('fault' in read) return [];
    return read.statements.map((statement) => ({ policy, path: [...path, index], statement }));
  });
}

/** Whether some statement allows an action, on any resource and under any condition. */
export const allows = (statements: readonly PolicyStatement[], action: string): boolean =>
  statements.some(({ statement }) => statement.effect === 'Allow' && namesAction(statement, action));

/** Whether all statements of a policy are known, with what they allow. */
function isWhole(policy: Manifest, statements: readonly PolicyStatement[]): boolean {
  const written = asList(policy.get(listPath(policy)));
  const isReadable =
    written.every((statement) => asMapping(statement) !== undefined) && statements.length === written.length;
  const isKnown = written.every(
    (statement) =>
      !['Effect', 'Action', 'NotAction'].some((key) => holdsPlaceholder(asMapping(statement)?.[key] ?? null)),
  );
  return isReadable && isKnown && written.length > 0 && !policy.isPartial;
}

/** Whether a policy allows an action, on any resource and under any condition; undefined if that is unknown. */
export const mayAllow = (policy: ControllerPolicy, action: string): boolean | undefined =>
  allows(seenIn(policy), action) || (isClosed(policy) ? false : undefined);

/** Whether a statement covers resources of an EC2 type such as `spot-instances-request`. Undefined if that is unknown. */
export function coversType({ resources }: Pick<IamStatement, 'resources'>, type: string): boolean | undefined {
  if (resources.some((resource) => resource === '*' || typePattern(resource, type))) return true;
  if (resources.some((resource) => /^\$\{[^}]*\}$/.test(resource))) return undefined;
  return false;
}

const typePattern = (resource: string, type: string): boolean =>
  covers(
    resource
      .replace(/\$\{[^}]{0,200}\}/g, '*')
      .split(':')
      .slice(5)
      .join(':')
      .split('/')[0] ?? '',
    type,
  );

/** Whether a tag looks like one of Karpenter, and no version sets it. Source: provider-aws pkg/apis/v1/labels.go and its predecessors. */
export const isForeignTag = (tag: string): boolean =>
  tag.startsWith('karpenter.sh/') &&
  !/^karpenter\.sh\/(?:nodepool|nodeclaim|provisioner-name|managed-by|discovery|initialized|registered)$/.test(tag);
