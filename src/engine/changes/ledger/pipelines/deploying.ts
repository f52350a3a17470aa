import { isScriptPath } from '../../../manifest/prefilter.ts';
import { baseNameOf, type Source } from '../../../text/source.ts';
import { mayBeProgram, namesProgram } from './named-files.ts';
import { appliedTests, isTerraformTest, runsTerraformTests } from './terraform-tests.ts';

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
  [/^(?:Dockerfile.*|.*\.dockerfile)$/i, /\bdocker(?:[ \t]+container|[ \t-]compose)?[ \t]+(?:run|up)\b/],
];

/** More scripts that run each other are not followed. */
const maxRounds = 5;

/** The pipelines, scripts and rules of make that can change a cluster, or that one of those runs. */
export function runnersOf(
  path: string,
  { pipelines = [], readers = [] }: { readonly pipelines?: readonly string[]; readonly readers?: readonly Source[] },
): readonly string[] {
  const others = readers.filter(({ file }) => file !== path);
  const runners = new Set([...pipelines, ...others.map(({ text }) => text)].filter(canDeploy));

  for (let round = 0, size = -1; round < maxRounds && size !== runners.size; round++) {
    size = runners.size;
    for (const { file, text } of others) if (mayBeRunByPipeline(file) && isRunBy(file, [...runners])) runners.add(text);
  }

  return [...runners];
}

/** Whether a pipeline may run a file, or a command in it. */
export const mayBeRunByPipeline = (path: string): boolean => {
  const name = baseNameOf(path);
  return (
    runnable.test(path) ||
    isTerraformTest(path) ||
    isScriptPath(path) ||
    mayBeProgram(path) ||
    commandFiles.some(([names]) => names.test(name)) ||
    /(?:^|\/)\.github\/actions\//i.test(path)
  );
};

/** Whether some pipelines or scripts name a file that they may run. */
export function isRunBy(path: string, texts: readonly string[]): boolean {
  const name = baseNameOf(path);
  const words = commandFiles.find(([names]) => names.test(name))?.[1];
  const action = /(?:^|\/)(\.github\/actions\/.{1,200})\/[^/]+$/.exec(path)?.[1];
  const module = /\.py$/.test(path) ? path.slice(0, -3).replaceAll('/', '.') : undefined;

  const names = (text: string): boolean => {
    if (isTerraformTest(path)) return runsTerraformTests(text);
    if (words) return words.test(text);
    if (mayBeProgram(path)) return namesProgram(text, name);
    if (module !== undefined && modulesIn(text).some((other) => isModuleOf(module, other))) return true;
    return text.includes(action ?? name);
  };

  return texts.some(names);
}

/** The modules of Python that a text runs: `python -m tools.deploy`. */
const modulesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[ \t]-m[ \t]+([\w.]{1,200})/g)].map(([, name]) => name!);

/** Whether a file is a module, or in a package that is run as a whole. */
const isModuleOf = (module: string, other: string): boolean =>
  module === other || module.endsWith(`.${other}`) || module.startsWith(`${other}.`);

/**
 * The part of a file that is run, if its name says that it also has settings which apply nothing: scripts of `package.json`, tasks of mise, programs
 * of a release, and runs of a test that apply something. Undefined if all of it is.
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
