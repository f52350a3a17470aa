import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { covers } from '../../text/words/covers.ts';
import { moduleMajor } from '../fields/created-roles.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { type IamStatement, namesAction } from '../setup/iam-policy.ts';
import { addressOf, resourceRole, terraformRoles } from '../setup/terraform-roles.ts';
import { webIdentityAction } from '../setup/web-identity.ts';
import type { AccountPlace } from './account-place.ts';

/** Why a service account cannot assume the role of its annotation. */
export interface TrustFault extends AccountPlace {
  /** A clause: `the role trusts only \`a:b\``. */
  readonly because: string;
  /** The subjects that the role trusts; empty if it trusts no service account by IRSA. */
  readonly trusted: readonly string[];
  /** The audience that the role requires, if it is not that of the tokens. */
  readonly audience?: string;
  /** The role trusts a provider that does not exist. */
  readonly isWithoutProvider?: true;
}

/** Where a release names its role. */
interface RoleReference {
  readonly manifest: Manifest;
  /** A reference in Terraform: `module.karpenter.iam_role_arn`. */
  readonly reference: string;
  readonly serviceAccount: string;
}

/** Why a service account (`namespace:name`) cannot assume a role that Terraform creates; undefined if it can, or if that is unknown. */
export function trustFault(
  { manifest, reference, serviceAccount }: RoleReference,
  manifests: readonly Manifest[],
): TrustFault | undefined {
  const address = /^((?:module|aws_iam_role)\.[\w-]+)\.(?:arn|iam_role_arn|irsa_arn)$/.exec(reference)?.[1];
  if (address === undefined) return undefined;

  const isOfRoot = (candidate: Manifest): boolean => candidate.source.origin?.root === manifest.source.origin?.root;
  const within = addressOf(manifest).replace(/(?<![^.])[^.]+\.[^.]+$/, '');
  const owner = manifests.find((manifest) => isOfRoot(manifest) && addressOf(manifest) === `${within}${address}`);
  if (owner === undefined) return undefined;
  if (calledModule(owner) === 'karpenter' && !hasIrsa(owner)) return withoutIrsa(owner);

  const cluster = clusterWithoutProvider(owner, manifests.filter(isOfRoot));
  if (cluster !== undefined) return cluster;

  const byFile = new Map(manifests.map((manifest) => [manifest.source.file, manifest]));

  const roleOf = () => {
    if (owner.kind === 'aws_iam_role') return resourceRole(owner, byFile);
    return terraformRoles({ files: [], manifests: [owner] }).find((role) => role.manifest === owner);
  };

  const role = roleOf();

  const audience = role?.statements && otherAudience(role.statements);
  if (role && audience !== undefined)
    return {
      manifest: role.manifest,
      path: role.path,
      trusted: [serviceAccount],
      audience,
      because: `the role accepts only tokens for \`${audience}\`, and EKS issues them for \`${ofSts}\``,
    };

  const trusted = role?.statements && trustedSubjects(role.statements);
  if (!role || !trusted || trusted.some((subject) => covers(subject, serviceAccount))) return undefined;

  return { manifest: role.manifest, path: role.path, trusted, because: `the role trusts ${listed(trusted)}` };
}

const providerOutput = /\bmodule\.([\w-]+)\.oidc_provider(?:_arn)?\b/g;

/**
 * A role that trusts the OIDC provider of a cluster whose module creates none; undefined if it may trust another one. Source: main.tf of
 * terraform-aws-eks, `aws_iam_openid_connect_provider.oidc_provider` and its outputs, which are null with `enable_irsa = false`.
 */
function clusterWithoutProvider(role: Manifest, manifests: readonly Manifest[]): TrustFault | undefined {
  const within = addressOf(role).replace(/(?<![^.])[^.]+\.[^.]+$/, '');
  const names = new Set([...JSON.stringify(role.object).matchAll(providerOutput)].map(([, name]) => name!));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return undefined;

  const cluster = manifests.find((manifest) => addressOf(manifest) === `${within}module.${name}`);
  const path: Path = ['spec', 'enable_irsa'];
  if (cluster === undefined || calledModule(cluster) !== 'eks' || cluster.get(path) !== false) return undefined;

  return {
    manifest: cluster,
    path,
    trusted: [],
    isWithoutProvider: true,
    because: `it trusts the OIDC provider of \`module.${name}\`, which does not exist with \`enable_irsa = false\``,
  };
}

/** The audience of the tokens that EKS issues for IRSA, unless the service account has `eks.amazonaws.com/audience`. */
const ofSts = 'sts.amazonaws.com';

/** The audience that all statements of a trust policy for IRSA require, if it is another one; undefined if that is unknown. */
function otherAudience(statements: readonly IamStatement[]): string | undefined {
  const ofIrsa = statements.filter(
    (statement) => statement.effect === 'Allow' && namesAction(statement, webIdentityAction),
  );
  const audiences = ofIrsa.map(({ conditions }) =>
    conditions.find(
      ({ key, operator }) => key.endsWith(':aud') && /^(?:ForAnyValue:)?String(?:Equals|Like)$/.test(operator),
    ),
  );
  const [first] = audiences;
  const isOther = audiences.every(
    (condition) =>
      condition !== undefined && !condition.values.some((value) => hasPlaceholder(value) || covers(value, ofSts)),
  );
  if (!isOther) return undefined;
  return first?.values[0];
}

const listed = (trusted: readonly string[]): string => {
  if (trusted.length === 0) return 'no service account';
  return `only ${trusted.map((subject) => `\`${subject}\``).join(', ')}`;
};

/** Inputs with which the role of Karpenter’s module can trust anything. */
const ownTrust = ['iam_role_override_assume_policy_documents', 'iam_role_source_assume_policy_documents'];

/** Whether the role of Karpenter’s module trusts a service account by IRSA, or may do so. */
function hasIrsa(module: Manifest): boolean {
  if (ownTrust.some((input) => module.get(['spec', input]) !== undefined)) return true;
  const major = moduleMajor(module);
  if (major === undefined || major < 20) return true;
  const wanted = module.get(['spec', 'enable_irsa']);
  return major === 20 && wanted !== undefined && wanted !== false;
}

/** Source: docs/UPGRADE-21.0.md of terraform-aws-eks. In v20, `enable_irsa` is false by default. */
function withoutIrsa(module: Manifest): TrustFault {
  const isNew = (moduleMajor(module) ?? 0) >= 21;
  const path: Path = isNew ? ['spec', 'version'] : ['spec', 'source'];

  const because = () => {
    if (isNew) return 'since v21, the role of the module trusts only EKS Pod Identity';
    return 'the role of the module trusts only EKS Pod Identity without `enable_irsa`';
  };

  return {
    manifest: module,
    path: module.get(path) === undefined ? ['spec', 'source'] : path,
    because: because(),
    trusted: [],
  };
}

/** The service accounts that may assume a role by IRSA, as `namespace:name`; undefined if that is unknown or any of them may. */
function trustedSubjects(statements: readonly IamStatement[]): readonly string[] | undefined {
  const subjects: string[] = [];

  for (const statement of statements) {
    const { effect, actions, conditions, unknown, isNegated, principals } = statement;
    if (unknown.length > 0 || isNegated || actions.some(hasPlaceholder)) return undefined;
    if (effect === 'Deny' || !namesAction(statement, webIdentityAction) || !principals.has('Federated')) continue;

    const ofSubjects = conditions.filter(({ key }) => key.endsWith(':sub'));
    const isPlain = ofSubjects.every(({ operator }) => /^(?:ForAnyValue:)?String(?:Equals|Like)$/.test(operator));
    if (ofSubjects.length === 0 || !isPlain) return undefined;

    subjects.push(...ofSubjects.flatMap(({ values }) => values.map(withoutPrefix)));
  }

  if (subjects.some((subject) => hasPlaceholder(subject) || subject === '')) return undefined;
  return subjects;
}

const withoutPrefix = (subject: string): string => subject.replace(/^system:serviceaccount:/, '');
