import type { Block, Body, Expression } from '../../../manifest/terraform/syntax/hcl.ts';
import { partsOf, referencedNames } from '../../../manifest/terraform/syntax/references.ts';
import { appliesNothing } from './applying-terraform.ts';
import { literalText } from './terraform-lines.ts';

/** Arguments of every resource that do not reach its provisioners. */
const apartFromProvisioners = new Set(['tags', 'tags_all', 'depends_on', 'timeouts', 'description', 'lifecycle']);

/**
 * Why nobody can plan a place in a block: it decides what a program does that Terraform or Terragrunt runs, whatever the type of the resource is.
 * Undefined if no program depends on it. `value` is what is written there.
 */
export function reasonOfProgram(
  block: Block,
  path: readonly string[],
  value: Expression | undefined,
): string | undefined {
  const { type, labels, body } = block;
  const [argument = '', inner] = path;
  if (value !== undefined && callsProgram(value)) return 'Terragrunt runs a program when it reads the file';
  if (type === 'action') return 'Terraform runs an action, which plumbline does not run';
  if (type === 'data' && runningData.has(labels[0] ?? '')) return 'Terraform runs a program when it makes a plan';
  if (type === 'data' && labels[0] === 'http' && sendsMore(body)) return sendsRequest;
  if (type === 'check' && argument !== 'assert') return reasonOfCheck(body);
  if (argument.endsWith('_hook') || (type === 'terraform' && path.length === 0 && body.blocks.some(isHook)))
    return 'Terragrunt runs a program before or after Terraform';
  if (argument === 'lifecycle' && inner === 'action_trigger') return 'it decides when Terraform runs an action';
  if (type === 'provider') return reasonOfProvider(body, path);

  const isProvisioned = body.blocks.some((nested) => nested.type === 'provisioner');
  if (!isProvisioned || apartFromProvisioners.has(argument)) return undefined;

  return 'its provisioner runs a program, which plumbline does not run';
}

const sendsRequest = 'Terraform sends a request that may change something when it makes a plan';

/**
 * Why nobody can plan a check: Terraform reads its data sources at each plan and apply. Undefined if they only read what is known to change nothing.
 * Source: https://developer.hashicorp.com/terraform/language/checks.
 */
function reasonOfCheck({ blocks }: Body): string | undefined {
  for (const { type, labels, body } of blocks) {
    const [kind = ''] = labels;
    if (type !== 'data') continue;
    if (runningData.has(kind)) return 'Terraform runs a program when it makes a plan';
    if (kind === 'http') {
      if (sendsMore(body) || !isPlainRequest(body)) return sendsRequest;
    } else if (!appliesNothing(kind) && !/^kubernetes_/.test(kind))
      return 'a provider that is not known reads something at each plan';
  }

  return undefined;
}

/** Whether a request may do more than read: it has a method or a body. */
function sendsMore({ attributes }: Body): boolean {
  const method = attributes.get('method');
  const isRead = method === undefined || /^(?:GET|HEAD)$/.test(literalText(method.value) ?? '');
  return attributes.has('request_body') || !isRead;
}

/** Whether the address and the headers of a request are written in the file, so that nobody gets anything else from it. */
const isPlainRequest = ({ attributes, blocks }: Body): boolean =>
  blocks.every(({ type }) => type === 'retry' || type === 'lifecycle') &&
  [...attributes.values()].every(({ name, value }) => name === 'method' || isPlain(value));

const isPlain = (value: Expression): boolean => referencedNames(value) === undefined && partsOf(value).every(isPlain);

const isHook = ({ type }: Block): boolean => type.endsWith('_hook');

/** Why nobody can plan a Secret or ConfigMap of Terraform: Argo CD takes clusters, repositories or plugins from it. Undefined for all others. */
export function reasonOfDelivery({ type, labels, body }: Block): string | undefined {
  const [kind = ''] = labels;
  if (type !== 'resource' || !/^kubernetes_(?:secret|config_map)/.test(kind)) return undefined;
  if (textsIn(body).some((text) => /argocd\.argoproj\.io\/secret-type|^argocd-cm|ConfigManagementPlugin/.test(text)))
    return 'Argo CD takes clusters, repositories or plugins from it';

  const [metadata] = body.blocks.filter((nested) => nested.type === 'metadata').map((nested) => nested.body);
  const [namespaceLabels, namespace] = ['labels', 'namespace'].map((name) => metadata?.attributes.get(name)?.value);
  const mayBeOfArgo = namespace !== undefined && /argo|^$/i.test(literalText(namespace) ?? '');
  const isUnknown = namespaceLabels !== undefined && namespaceLabels.kind !== 'object';
  if (isUnknown && mayBeOfArgo && kind.startsWith('kubernetes_secret'))
    return 'its labels may make it a cluster or repository of Argo CD';

  return undefined;
}

/** The name of the Secret or ConfigMap that a block of Terraform makes; undefined if it is computed. */
export function nameOfKubernetes({ body }: Block): string | undefined {
  const [metadata] = body.blocks.filter((nested) => nested.type === 'metadata').map((nested) => nested.body);
  return literalText(metadata?.attributes.get('name')?.value);
}

/** The literal texts in a block, at any depth. */
const textsIn = ({ attributes, blocks }: Body): readonly string[] => [
  ...[...attributes.values()].flatMap(({ value }) => textsOf(value)),
  ...blocks.flatMap(({ body }) => textsIn(body)),
];

const textsOf = (value: Expression): readonly string[] => {
  if (value.kind === 'template')
    return value.parts.flatMap((part) => {
      if (part.kind === 'text') return [part.text];
      return [];
    });

  return partsOf(value).flatMap(textsOf);
};

/** Data sources that run a program. */
const runningData = new Set(['external', 'shell_script', 'cmd', 'local_command']);

/** Whether a value calls the function of Terragrunt that runs a program. */
const callsProgram = (value: Expression): boolean =>
  (value.kind === 'call' && value.name === 'run_cmd') || partsOf(value).some(callsProgram);

/** A provider signs in with a program, which runs at each plan. Well-known programs only print a token. */
function reasonOfProvider(body: Body, path: readonly string[]): string | undefined {
  const at = path.indexOf('exec');
  if (at === -1) return undefined;
  if (programsIn(body).every(printsToken)) return undefined;
  return 'Terraform runs this program when it makes a plan';
}

/** The arguments of a program that a provider runs. */
type Arguments = ReadonlyMap<string, Expression>;

/** The `exec` blocks and values in a provider, at any depth. */
function programsIn({ attributes, blocks }: Body): readonly Arguments[] {
  const written = [...attributes.values()].flatMap(({ name, value }) => programsInValue(name, value));
  return [
    ...written,
    ...blocks.flatMap(({ type, body }) => {
      if (type === 'exec') return [argumentsOf(body)];
      return programsIn(body);
    }),
  ];
}

const argumentsOf = ({ attributes, blocks }: Body): Arguments =>
  new Map([
    ...[...attributes.values()].map(({ name, value }) => [name, value] as const),
    ...blocks.map(({ type, at }) => [type, { kind: 'unreadable', at }] as const),
  ]);

function programsInValue(name: string, value: Expression): readonly Arguments[] {
  if (name === 'exec') return [value.kind === 'object' ? entriesOf(value) : new Map()];
  if (value.kind !== 'object') return [];
  return [...entriesOf(value)].flatMap(([key, inner]) => programsInValue(key, inner));
}

const entriesOf = ({ entries }: Extract<Expression, { kind: 'object' }>): Arguments =>
  new Map(entries.map(({ key, value }) => [key.kind === 'variable' ? key.name : (literalText(key) ?? ''), value]));

/** Programs that print a token for a cluster, with the words that make them do so. */
const tokenPrograms: Readonly<Record<string, readonly string[]>> = {
  aws: ['eks', 'get-token'],
  'aws-iam-authenticator': ['token'],
  'gke-gcloud-auth-plugin': [],
  kubelogin: ['get-token'],
};

/** Variables that choose an identity. Others can change which program runs. */
const identityVariable = /^(?:AWS|AZURE|ARM)_(?:PROFILE|REGION|DEFAULT_REGION|TENANT_ID|CLIENT_ID|SUBSCRIPTION_ID)$/;

function printsToken(program: Arguments): boolean {
  const words = tokenPrograms[literalText(program.get('command')) ?? ''];
  const env = program.get('env');
  const isIdentity =
    env === undefined ||
    (env.kind === 'object' && [...entriesOf(env).keys()].every((key) => identityVariable.test(key)));
  if (words === undefined || !isIdentity) return false;

  const args = program.get('args');
  if (words.length === 0 && args === undefined) return true;
  if (args?.kind !== 'tuple') return false;

  const { items } = args;
  const isOption = literalText(items[0])?.startsWith('--') === true;
  const starts = isOption ? items.keys() : [0];
  return [...starts].some((start) => words.every((word, i) => literalText(items[start + i]) === word));
}
