import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { type IamStatement, readPolicy } from './iam-policy.ts';
import { webIdentityAction } from './web-identity.ts';

/** A role that Terraform creates, with the policy that says who can assume it. */
export interface TerraformRole {
  /** Its address, such as `aws_iam_role.karpenter`. */
  readonly address: string;
  /** The object and the path that the trust policy is written in. */
  readonly manifest: Manifest;
  readonly path: Path;
  readonly name: string | undefined;
  /** Undefined if the policy is unknown. */
  readonly statements: readonly IamStatement[] | undefined;
}

/** The roles that Terraform creates, from resources and from modules whose inputs are known. */
export function terraformRoles({ manifests }: ManifestSet): TerraformRole[] {
  const byFile = new Map(manifests.map((manifest) => [manifest.source.file, manifest]));
  return manifests
    .filter(({ source }) => source.origin?.tool === 'terraform')
    .flatMap((manifest): TerraformRole[] => {
      if (manifest.kind === 'aws_iam_role') return [resourceRole(manifest, byFile)];
      if (manifest.kind === 'module') return moduleRole(manifest);
      return [];
    });
}

/** The address in the name of a text of Terraform: `envs/prod: module.a.aws_iam_role.b` → `module.a.aws_iam_role.b`. */
export const addressOf = ({ source }: Manifest): string =>
  source.file.slice(source.file.indexOf(': ') + 2).replace(/ \(\d+\)$/, '');

/** The role of an `aws_iam_role`. `byFile` are the objects among which its trust policy may be. */
export function resourceRole(manifest: Manifest, byFile: ReadonlyMap<string, Manifest>): TerraformRole {
  const path = ['spec', 'assume_role_policy'];
  const value = manifest.get(path);
  const role = { address: addressOf(manifest), manifest, path, name: asText(manifest.get(['spec', 'name'])) };
  if (asMapping(value)) return { ...role, statements: statementsOf(value) };

  const reference = /^\$\{(data\.aws_iam_policy_document\.[\w-]+)\.json\}$/.exec(asText(value) ?? '')?.[1];
  if (reference === undefined) return { ...role, statements: undefined };

  const [before] = manifest.source.file.split(/(?:data\.)?aws_iam_role\./);
  const document = ['', '[0]'].flatMap((index) => byFile.get(`${before}${reference}${index}`) ?? [])[0];
  if (document === undefined || document.isPartial) return { ...role, statements: undefined };

  const at = ['spec', 'Statement'];
  return { ...role, manifest: document, path: at, statements: statementsOf({ Statement: asList(document.get(at)) }) };
}

function statementsOf(policy: unknown): readonly IamStatement[] | undefined {
  const read = readPolicy(JSON.stringify(policy));
  if ('statements' in read) return read.statements;
  return undefined;
}

const accountsModule = /\/\/modules\/iam-role-for-service-accounts\b/;
const karpenterModule = /\/\/modules\/karpenter\b/;

/** The role for a service account that a public module creates. */
function moduleRole(manifest: Manifest): TerraformRole[] {
  const source = asText(manifest.get(['spec', 'source'])) ?? '';
  const address = addressOf(manifest);
  const role = { address, manifest, name: asText(manifest.get(['spec', 'role_name'])) };

  if (accountsModule.test(source)) {
    const path = ['spec', 'oidc_providers'];
    const providers = asMapping(manifest.get(path));
    if (!providers) {
      if (manifest.get(path) === undefined) return [];
      return [{ ...role, path, statements: undefined }];
    }

    const condition = asText(manifest.get(['spec', 'assume_role_condition_test'])) ?? 'StringEquals';
    const statements = Object.values(providers).map((value) => {
      const provider = asMapping(value) ?? {};
      const accounts = asList(provider.namespace_service_accounts).map((account) => asText(account) ?? '');
      return accountStatement(asText(provider.provider_arn), { accounts, condition });
    });

    return [{ ...role, path, statements }];
  }

  if (!karpenterModule.test(source) || !hasAccountRole(manifest)) return [];

  const field = ['spec', 'irsa_namespace_service_accounts'];
  const input = manifest.get(field);
  const accounts = input === undefined ? ['karpenter:karpenter'] : asList(input).map((item) => asText(item) ?? '');
  const condition = asText(manifest.get(['spec', 'irsa_assume_role_condition_test'])) ?? 'StringEquals';
  const path = input === undefined ? ['spec', 'irsa_oidc_provider_arn'] : field;
  const provider = asText(manifest.get(['spec', 'irsa_oidc_provider_arn']));

  return [{ ...role, path, statements: [accountStatement(provider, { accounts, condition })] }];
}

/** Whether Karpenter's module creates a role for a service account. Up to v19, it does so by default. Since v21, it cannot. */
function hasAccountRole(manifest: Manifest): boolean {
  const major = Number(/\d+/.exec(asText(manifest.get(['spec', 'version'])) ?? '')?.[0] ?? Number.NaN);
  if (manifest.get(['spec', 'enable_irsa']) === true) return !(major >= 21);
  return major <= 19 && manifest.get(['spec', 'create_irsa']) !== false;
}

function accountStatement(
  provider: string | undefined,
  { accounts, condition }: { readonly accounts: readonly string[]; readonly condition: string },
): IamStatement {
  const arn = provider ?? '${unknown}';
  const issuer = /:oidc-provider\/(.+)$/.exec(arn)?.[1] ?? '${issuer}';

  return {
    name: 'the module',
    effect: 'Allow',
    principals: new Map([['Federated', [arn]]]),
    actions: [webIdentityAction],
    isNegated: false,
    resources: [],
    conditions: [
      {
        operator: condition,
        key: `${issuer}:sub`,
        values: accounts.map((account) => `system:serviceaccount:${account}`),
      },
      { operator: 'StringEquals', key: `${issuer}:aud`, values: ['sts.amazonaws.com'] },
    ],
    unknown: [],
  };
}
