import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { attachedDocument, onlyPermits } from '../fields/attached-policies.ts';
import { policyStatements } from '../fields/controller-policies.ts';
import { calledModule } from '../fields/terraform-modules.ts';

/** A policy that an input of a public module attaches to a role. */
export interface GivenPolicy {
  readonly manifest: Manifest;
  /** The input with all policies of the role. */
  readonly path: Path;
  /** Who has the role, such as ``nodes of the node group `system` ``. */
  readonly owner: string;
  readonly policy: Value;
}

/** Inputs with policies of roles, by module. `*` stands for the names of groups. Source: variables.tf of terraform-aws-eks, v19 to v21. */
const inputs: Readonly<Record<string, readonly (readonly [path: readonly string[], owner: string])[]>> = {
  eks: [
    [['eks_managed_node_groups', '*', 'iam_role_additional_policies'], 'nodes of the node group'],
    [['self_managed_node_groups', '*', 'iam_role_additional_policies'], 'nodes of the node group'],
    [['fargate_profiles', '*', 'iam_role_additional_policies'], 'Fargate pods of the profile'],
    [['eks_managed_node_group_defaults', 'iam_role_additional_policies'], 'nodes of node groups'],
    [['self_managed_node_group_defaults', 'iam_role_additional_policies'], 'nodes of node groups'],
    [['node_iam_role_additional_policies'], 'nodes of Auto Mode'],
    [['iam_role_additional_policies'], 'the control plane'],
  ],
  'eks-managed-node-group': [[['iam_role_additional_policies'], 'nodes of the node group']],
  karpenter: [
    [['node_iam_role_additional_policies'], 'nodes of Karpenter'],
    [['iam_role_policies'], 'Karpenter’s controller'],
  ],
};

/** The policies that the inputs of public modules give to roles, of those inputs that are written out. */
export function givenPolicies(manifest: Manifest): readonly GivenPolicy[] {
  return inputsOf(manifest).flatMap(({ path, owner }) =>
    Object.values(asMapping(manifest.get(path)) ?? {}).map((policy) => ({ manifest, path, owner, policy })),
  );
}

interface PolicyInput {
  readonly path: Path;
  readonly owner: string;
}

/** The inputs of a call that name policies by keys, with the keys of groups filled in. */
export const inputsOf = (manifest: Manifest): readonly PolicyInput[] =>
  writtenInputs(manifest).filter(({ path }) => asMapping(manifest.get(path)) !== undefined);

/** The values of such inputs that are not written out. */
export const unknownPolicies = (manifest: Manifest): readonly Value[] =>
  writtenInputs(manifest).flatMap(({ path }) => {
    const value = manifest.get(path);
    if (value === undefined || asMapping(value) !== undefined) return [];
    return [value];
  });

function writtenInputs(manifest: Manifest): readonly PolicyInput[] {
  const called = calledModule(manifest);
  const rows = called === undefined ? [] : (inputs[called] ?? []);
  return rows
    .flatMap(([names, owner]): readonly PolicyInput[] => {
      const [first = '', ...rest] = names;
      if (rest[0] !== '*') return [{ path: ['spec', ...names], owner: titleOf(manifest, owner) }];
      return Object.keys(asMapping(manifest.get(['spec', first])) ?? {}).map((name) => ({
        path: ['spec', first, name, ...rest.slice(1)],
        owner: `${owner} \`${name}\``,
      }));
    })
    .filter(({ path }) => manifest.get(path) !== undefined);
}

const titleOf = (manifest: Manifest, owner: string): string => {
  if (calledModule(manifest) !== 'eks-managed-node-group') return owner;
  const name = asText(manifest.get(['spec', 'name']));
  if (name === undefined || hasPlaceholder(name)) return `${owner} \`${manifest.name}\``;
  return `${owner} \`${name}\``;
};

/** Whether a policy certainly permits something and denies nothing: one of AWS, or one in the files whose statements are known. */
export function isGrantOf(
  { manifest, policy }: Pick<GivenPolicy, 'manifest' | 'policy'>,
  cluster: ObjectCluster,
): boolean {
  if (onlyPermits(policy)) return true;

  const document = attachedDocument({ manifest, role: undefined, policy }, cluster);
  if (document === undefined || document.isPartial) return false;
  const statements = policyStatements(document);
  return (
    statements.length > 0 &&
    statements.every(({ statement }) => statement.effect === 'Allow' && statement.unknown.length === 0)
  );
}

/** The name of a policy for people: of its ARN, or of what creates it. */
export function nameOfPolicy(policy: Value | undefined): string | undefined {
  const text = asText(policy) ?? '';
  const reference = /^\$\{(?<address>[\w.-]+?)(?:\[[^\]]*\])?\.(?:arn|id|policy_arn)\}$/.exec(text)?.groups?.address;
  if (reference !== undefined) return reference;
  const name = /:policy\/(?:.{0,300}\/)?([\w+=,.@-]+)$/.exec(text)?.[1];
  if (name === undefined || hasPlaceholder(name)) return undefined;
  return name;
}
