import { isScriptPath } from '../../../manifest/prefilter.ts';
import { baseNameOf } from '../../../text/source.ts';
import { mayBeProgram } from './named-files.ts';
import { makeWithoutComments, pythonWithoutComments } from './program-comments.ts';
import { appliedTests, isTerraformTest, terraformTest } from './terraform-tests.ts';

/** Programs that change a cluster or its infrastructure. */
export const clusterPrograms =
  /\b(?:kubectl|helm(?:file)?|terraform|tofu|terragrunt|karpenter|eksctl|kustomize|pulumi|cdktf?|argocd|flux|ansible\w*|kops|aws[ -]eks|cloudformation|sam deploy)\b/i;

/** Words with which a pipeline gets an identity in a cloud or cluster, or another pipeline runs with its own. */
const identities =
  /\bid-token["']?[ \t]*:[ \t]*["']?write|\bid_tokens[ \t]*:|\bwrite-all\b|\bsecrets["']?[ \t]*:[ \t]*["']?inherit|^[ \t]*(?:-[ \t]+)?["']?environment["']?[ \t]*:|\bself-hosted\b|aws-actions\/|google-github-actions\/|azure\/(?:login|k8s|aks|setup)|hashicorp\/|\bAWS_(?:ACCESS|SECRET|SESSION|ROLE|PROFILE|WEB)|\b(?:AZURE|ARM|GOOGLE)_CRED|\bKUBE_?CONFIG\b|^[ \t]*(?:-[ \t]+)?["']?uses["']?[ \t]*:[ \t]*["']?[^\s./][^\s]{0,200}\/\.github\/workflows\/|^[ \t]*(?:trigger|bridge)[ \t]*:/im;

/** Secrets with which nobody changes a cluster: of GitHub itself, registries of packages, coverage, chats. Their names say so. */
const plainSecrets =
  /^(?:GITHUB_TOKEN|GH_TOKEN|(?:CODECOV|COVERALLS|SONAR|SONARCLOUD|SNYK|NPM|NODE_AUTH|PYPI|TEST_PYPI|CARGO|CRATES_IO|RUBYGEMS|NUGET|MAVEN|OSSRH|GPG|SIGNING|DOCKERHUB|DOCKER|QUAY|SLACK|DISCORD|TEAMS|SENTRY|CHROMATIC|CYPRESS|PERCY|ALGOLIA|RENOVATE|SEMGREP|TRUNK|DATADOG|DD|LINEAR|JIRA)_?\w*)$/i;

/** Whether a pipeline can change a cluster or its infrastructure: it has a program for that, an identity, or a secret that may be one. */
export const canDeploy = (text: string): boolean =>
  clusterPrograms.test(withoutComments(text)) ||
  identities.test(text) ||
  [...text.matchAll(/\bsecrets(?:\.|\[["'])(\w+)/g)].some(([, name]) => !plainSecrets.test(name!)) ||
  /\bsecrets(?:\[(?!["'])|[ \t]*\))/.test(text);

/** A step that installs Terraform or OpenTofu, which is no identity by itself. */
const installsTerraform =
  /^[ \t]*(?:-[ \t]+)?["']?uses["']?[ \t]*:[ \t]*["']?(?:hashicorp\/setup-terraform|opentofu\/setup-opentofu)@.*$/gim;

/** Commands with which Terraform changes something. */
const changing = /\b(?:import|taint|untaint|refresh|state|test)\b|\\[ \t\r]*$/i;
/** A line that puts a job on a machine of GitHub. */
const onGitHub = /^ *["']?runs-on["']?: *["']?(?:ubuntu|windows|macos)-[\w.-]{1,50}["']?\s*$/;
const always = /\b(?:apply|destroy)\b/i;

/**
 * Whether a workflow of GitHub only checks Terraform: on machines of GitHub, without an identity, without another program that changes a cluster, and
 * without a command of Terraform that changes something. Its version of Terraform reaches no cluster.
 */
export function onlyChecksTerraform(text: string): boolean {
  const plain = withoutComments(text).replaceAll(installsTerraform, '');
  const machines = plain.split('\n').filter((line) => line.includes('runs-on'));
  const isHosted = machines.every((line) => onGitHub.test(line));

  const changes = plain
    .split('\n')
    .some((line) => always.test(line) || (/\b(?:terraform|tofu)\b/i.test(line) && changing.test(line)));

  return isHosted && !changes && !canDeploy(plain.replaceAll(/\b(?:terraform|tofu)\b/gi, ''));
}

/**
 * A pipeline without comments that name a program and run none: `# lets the sandbox isolate helm`. At the end of a line, only plain words after
 * a line without quotes are a comment for certain, whatever the shell is.
 */
const withoutComments = (text: string): string => text.split('\n').map(withoutComment).join('\n');

function withoutComment(line: string): string {
  if (/^[ \t]*#(?!!)/.test(line)) return '';

  const at = line.search(/[ \t]#[ \t]/);
  const isComment = at !== -1 && !/["'`#]/.test(line.slice(0, at)) && /^[\w ,.:()/\r-]*$/.test(line.slice(at + 2));
  if (isComment) return line.slice(0, at);
  return line;
}

/** Files that a program or a shell runs. */
const runnable =
  /\.(?:sh|bash|zsh|ksh|fish|py|rb|js|mjs|cjs|ts|mts|cts|go|pl|php|lua|r|jl|groovy|gradle|ps1|awk|kts|java|rs|swift)$/i;
const ofPython = /\.py$/;
const ofMake = /^(?:GNU)?Makefile$|\.mk$/i;

/** Files with commands that a program runs, each with the words of a pipeline that run them. */
const commandFiles: readonly (readonly [name: RegExp, words: RegExp])[] = [
  [ofMake, /\bmake\b/],
  [/^justfile$/i, /\bjust\b/],
  [/^\.?mise\.toml$/, /\bmise\b/],
  [/^\.releaserc(?:\.|$)/, /\bsemantic-release\b/],
  [/^\.(?:npmrc|yarnrc)$/, /\b(?:npm|npx|pnpm|yarn|bun)\b/],
  [/^\.envrc$/, /\bdirenv\b|\.envrc\b/],
  [/^package\.json$/, /\b(?:npm|pnpm|yarn|bun)\b/],
  [terraformTest, /\b(?:terraform|tofu|terragrunt)\b[^\n]{0,300}[ \t-]test\b/],
  [/^(?:Dockerfile.*|.*\.dockerfile)$/i, /\bdocker(?:[ \t]+container|[ \t-]compose)?[ \t]+(?:run|up)\b/],
];

/** Whether a pipeline may run a file, or a command in it. */
export const mayBeRunByPipeline = (path: string): boolean => {
  const name = baseNameOf(path);
  return (
    runnable.test(path) ||
    isScriptPath(path) ||
    mayBeProgram(path) ||
    commandFiles.some(([names]) => names.test(name)) ||
    /(?:^|\/)\.github\/actions\//i.test(path)
  );
};

/** Whether a file is of a language whose comments are known, by its name. */
export const hasKnownComments = (path: string): boolean =>
  ofMake.test(baseNameOf(path)) || ofPython.test(baseNameOf(path));

/** With which words a text runs a file. */
export interface RunWords {
  /** The path of an action, or the name of a file. */
  readonly name: string;
  /** Whether the name has no extension, so that it may also be a word of a text. */
  readonly isAmbiguous: boolean;
  /** The program that runs all files of this name. */
  readonly program?: RegExp | undefined;
  /** The module of Python that the file is. */
  readonly module?: string | undefined;
}

/** With which words a text runs the file at a path. */
export function runWordsOf(path: string): RunWords {
  const base = baseNameOf(path);
  const action = /(?:^|\/)(\.github\/actions\/.{1,200})\/[^/]+$/.exec(path)?.[1];
  return {
    name: action ?? base,
    isAmbiguous: action === undefined && mayBeProgram(path),
    program: commandFiles.find(([names]) => names.test(base))?.[1],
    module: /\.py$/.test(path) ? path.slice(0, -3).replaceAll('/', '.') : undefined,
  };
}

/** The words of programs in a text that run files of certain names. */
export const programsIn = (text: string): readonly RegExp[] =>
  commandFiles.map(([, words]) => words).filter((words) => words.test(text));

/** The modules of Python that a text runs: `python -m tools.deploy`. */
export const modulesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[ \t]-m[ \t]+([\w.]{1,200})/g)].map(([, name]) => name!);

/** The names by which a module is run: its own, without folders above it, and the packages that it is in. */
export function namesOfModule(module: string): readonly string[] {
  const dots = [...module.matchAll(/\./g)].map(({ index }) => index);
  return [module, ...dots.map((dot) => module.slice(dot + 1)), ...dots.map((dot) => module.slice(0, dot))];
}

/**
 * The part of a file that is run, if its name says that it also has settings which apply nothing: scripts of `package.json`, tasks of mise, programs
 * of a release, runs of a test that apply something, and what is no comment of make or Python. Undefined if all of it is.
 */
export function commandsIn(path: string, text: string): string | undefined {
  const name = baseNameOf(path);
  if (name === 'package.json') return scriptsOf(text);
  if (isTerraformTest(path)) return appliedTests(text);
  if (name.endsWith('mise.toml'))
    return sectionsOf(text)
      .filter((section) => !/^\[tools\b/.test(section))
      .join('');
  if (name.startsWith('.releaserc')) return /release\/exec\b/.test(text) ? text : '';
  if (ofMake.test(name)) return makeWithoutComments(text);
  if (ofPython.test(name)) return pythonWithoutComments(text);
  return undefined;
}

function scriptsOf(text: string): string {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    return JSON.stringify(scripts ?? null);
  } catch {
    return text;
  }
}

const sectionsOf = (text: string): readonly string[] => text.split(/^(?=\[)/m);
