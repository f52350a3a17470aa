import type { CommentBehavior } from '../../engine/karpenter/api/settings.ts';
import { didYouMean, nearest } from '../../engine/text/nearest.ts';
import type { Env } from '../../io/env.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { type Option, options } from '../../shared/options.ts';

type FailOn = 'error' | 'warning' | 'note' | 'never';

export type Mode = 'review' | 'comment' | 'render' | 'apply' | 'drift';

/** The inputs of the Action; undefined when the workflow does not set one. */
export interface ActionInputs {
  readonly mode: Mode;
  readonly region: string | undefined;
  readonly karpenterVersion: string | undefined;
  readonly kubernetesVersion: string | undefined;
  readonly failOn: FailOn | undefined;
  /** Configuration file, relative to the repository. */
  readonly config: string | undefined;
  readonly set: Readonly<Record<string, string>>;
  /** Files with live state, relative to the workspace. */
  readonly cluster: readonly string[];
  /** Folder of instance types and prices, relative to the repository. */
  readonly catalog: string | undefined;
  /** Folders and files to review, relative to `workingDirectory`; empty is everything. */
  readonly paths: readonly string[];
  /** Folder of the repository with forward slashes and no slash at the end; empty is its root. */
  readonly workingDirectory: string;
  /** Undefined if the configuration decides. */
  readonly comment: CommentBehavior | undefined;
  /** Tells apart the reviews of several workflows; empty without a name. */
  readonly name: string;
  /** Environment of plumbline.yaml. */
  readonly environment: string | undefined;
  readonly clusterArn: string | undefined;
  readonly roleArn: string | undefined;
  readonly allowedAccountIds: readonly string[];
  /** A path, or the content itself. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** Path of the file that `mode: render` wrote. */
  readonly rendered: string | undefined;
  /** The address of a webhook, which is a secret; undefined if there is none. */
  readonly notifyUrl: string | undefined;
  readonly token: string;
}

/** Reads the inputs from the runner's variables, such as `INPUT_FAIL-ON`. Throws PlumblineError('usage') for an invalid value. */
export function readInputs(env: Env): ActionInputs {
  const text = (name: string): string | undefined =>
    checked(optionOf(name), env[`INPUT_${name.toUpperCase()}`]?.trim());
  const list = (name: string): string[] =>
    (text(name) ?? '').split(/\r?\n/).flatMap((line) => {
      if (line.trim()) return [line.trim()];
      return [];
    });

  return {
    mode: (text('mode') ?? 'review') as Mode,
    region: text('region'),
    karpenterVersion: text('karpenter-version'),
    kubernetesVersion: text('kubernetes-version'),
    failOn: text('fail-on') as FailOn | undefined,
    config: text('config') && insideRepository('config', text('config')!),
    set: Object.fromEntries(list('set').map(nameAndValue)),
    cluster: list('cluster'),
    catalog: text('catalog') && insideRepository('catalog', text('catalog')!),
    paths: list('paths').map((path) => insideRepository('paths', path)),
    workingDirectory: insideRepository('working-directory', text('working-directory') ?? ''),
    comment: behaviorOf(text('comment')),
    name: nameOf(text('name') ?? ''),
    environment: text('environment'),
    clusterArn: text('cluster-arn'),
    roleArn: text('role-arn'),
    allowedAccountIds: list('allowed-account-ids'),
    kubeconfig: text('kubeconfig'),
    context: text('context'),
    rendered: text('rendered'),
    notifyUrl: text('notify-url'),
    token: text('token') ?? '',
  };
}

const behaviorOf = (value: string | undefined): CommentBehavior | undefined => {
  if (value === 'true') return undefined;
  if (value === 'false') return 'off';
  return value as CommentBehavior | undefined;
};

/** The name is shown in headings and in the names of checks. */
function nameOf(name: string): string {
  if (/^(?:[\w.-]+(?: [\w.-]+)*)?$/.test(name) && name.length <= 40) return name;
  throw new PlumblineError('usage', 'The input `name` is not a valid name', {
    help: 'Use at most 40 letters, digits, dots, hyphens, underscores and single spaces, such as `production`.',
  });
}

const optionOf = (name: string): Option => options.find((option) => option.name === name && option.isInput)!;

function checked({ name, type, choices }: Option, value: string | undefined): string | undefined {
  if (!value) return undefined;

  const allowed = type === 'boolean' ? ['true', 'false'] : choices;
  const normal = allowed?.includes('true') ? value.toLowerCase() : value;
  if (!allowed || allowed.includes(normal)) return normal;

  const near = nearest(value, allowed);

  throw new PlumblineError('usage', `The input \`${name}: ${value}\` is not one of ${allowed.join(', ')}`, {
    ...(near && { help: didYouMean(near) }),
  });
}

function nameAndValue(line: string): [string, string] {
  const at = line.indexOf('=');
  if (at < 1)
    throw new PlumblineError('usage', `The input \`set\` has the invalid line \`${line}\``, {
      help: 'Write it as `NAME=VALUE`.',
    });
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** A path without `.`, `..` and redundant slashes. Throws PlumblineError('usage') for one that leaves the repository. */
function insideRepository(name: string, path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..' && steps.pop() === undefined) throw outside(name, path);
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }

  if (/^(\/|[A-Za-z]:)/.test(path)) throw outside(name, path);
  return steps.join('/');
}

const outside = (name: string, path: string): PlumblineError =>
  new PlumblineError('usage', `The input \`${name}: ${path}\` is outside the repository`, {
    help: 'Set a path inside the repository, relative to its root.',
  });
