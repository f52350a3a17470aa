import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asList, asMapping, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { attachedDocument, attachmentsIn } from '../fields/attached-policies.ts';
import { isOfController, type PolicyStatement, policyStatements } from '../fields/controller-policies.ts';
import { isSameRole, type NamedRole } from '../fields/named-roles.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { readPolicy } from '../setup/iam-policy.ts';

/** The role of Karpenter’s controller as far as the files of a cluster show it. */
export interface ControllerRole {
  /** The statements of its policies. */
  readonly statements: readonly PolicyStatement[];
  /** Roles with one of these policies. */
  readonly roles: readonly NamedRole[];
}

/**
 * The statements that the role of the controller certainly has: of policies that allow what only Karpenter needs, of others that are attached to the
 * same role, and those that Karpenter's module gets.
 */
export function controllerRoleIn(cluster: ObjectCluster): ControllerRole {
  const attachments = attachmentsIn(cluster).map(({ role, ...attachment }) => ({
    role,
    document: attachedDocument({ role, ...attachment }, cluster),
  }));
  const documents = cluster.ofKind('IamPolicy').filter(isDocumentOfController);
  const roles = attachments.flatMap(({ role, document }) => {
    if (role === undefined || document === undefined || !documents.includes(document)) return [];
    return [role];
  });

  const attached = attachments.flatMap(({ role, document }) => {
    const isOfRole = role !== undefined && roles.some((other) => isSameRole(other, role) === true);
    if (isOfRole && document) return [document];
    return [];
  });

  return {
    statements: [
      ...[...new Set([...documents, ...attached])].flatMap(policyStatements),
      ...cluster.ofKind('module').flatMap(moduleStatements),
    ],
    roles,
  };
}

/** Guard rails for people allow everything else, and are of no controller. */
const isDocumentOfController = (policy: Manifest): boolean =>
  isOfController(policyStatements(policy).filter(({ statement }) => !statement.actions.includes('*')));

/**
 * The inputs of Karpenter's module with statements for its controller, a list or a map. Source: terraform-aws-eks,
 * modules/karpenter/variables.tf.
 */
const statementInputs = ['iam_policy_statements', 'policy_statements'];

function moduleStatements(module: Manifest): PolicyStatement[] {
  if (calledModule(module) !== 'karpenter') return [];

  return statementInputs.flatMap((input) => {
    const written = module.get(['spec', input]) ?? null;
    const entries: (readonly [string | number, Value])[] = Array.isArray(written)
      ? asList(written).map((entry, index) => [index, entry])
      : Object.entries(asMapping(written) ?? {});

    return entries.flatMap(([key, entry]) => {
      const path = ['spec', input, key];
      return statementsOf(entry).map((statement) => ({ policy: module, path, statement }));
    });
  });
}

/** A statement in the words of `aws_iam_policy_document`. */
function statementsOf(entry: Value): readonly PolicyStatement['statement'][] {
  const { effect, actions, not_actions, resources, not_resources, condition, conditions } = asMapping(entry) ?? {};
  if (actions === undefined) return [];

  const tests = asList(condition ?? conditions).map(asMapping);
  const written = {
    Effect: effect ?? 'Allow',
    Action: actions,
    NotAction: not_actions,
    Resource: resources ?? [],
    NotResource: not_resources,
    Condition: Object.fromEntries(
      tests.map((test) => [String(test?.test), { [String(test?.variable)]: test?.values ?? [] }]),
    ),
  };
  const read = readPolicy(JSON.stringify({ Statement: [written] }));
  if ('fault' in read) return [];
  return read.statements;
}
