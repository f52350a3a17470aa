import { isExample } from '../../files/sources/helm/chart.ts';
import { inFolder } from '../../files/sources/repository/file-tree.ts';
import { isManifestPath } from '../../manifest/prefilter.ts';
import { folderOf } from '../../text/source.ts';
import { textIf } from '../../text/words/text-if.ts';
import { harmless, type Judgement, notUnderstood, outOfReach } from './judgement.ts';

const prose =
  /\.(?:md|mdx|markdown|rst|adoc|txt|pdf|docx?|drawio|puml|mmd)$|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS|OWNERS|README|CHANGELOG)$/i;

const code =
  /\.(?:ts|tsx|js|jsx|mjs|cjs|vue|svelte|css|scss|less|html?|py|ipynb|go|rs|java|kt|kts|scala|rb|php|cs|fs|swift|c|h|cc|cpp|hpp|m|ex|exs|erl|clj|lua|pl|r|dart|sql|proto|graphql|avsc|xml|properties|csv|snap|feature)$/i;

/** The name of a file that some program reads, and that no list has. What is in it may be of use to any program. */
const hidden =
  /(?:^|\/)\.(?!env\b|gitlab|drone|travis|circleci|buildkite|tekton|github|helm|argocd|terraform|flux)[^/]*$/;

/** Versions of tools, which their own programs read: `.terraform-version`. */
const versionOfTool = /(?:^|\/)\.[\w-]+-version$/;

const configuration = /\.(?:toml|ini|conf|cfg|gradle|lock|sum|bazel|bzl|gitkeep|pem|crt|pub|log)$/i;

/** Names of files, and what is known about every file with such a name. The first row that matches applies. */
const rows: readonly (readonly [RegExp, (file: string) => Judgement])[] = [
  [prose, (file) => harmless(file, 'text for people')],
  [/\.(?:png|jpe?g|gif|svg|ico|webp|avif|mp4|woff2?|ttf|eot)$/i, (file) => harmless(file, 'a picture or font')],
  [
    /(?:^|\/)(?:\.git(?:ignore|attributes|modules|keep)|\.dockerignore|\.helmignore|\.editorconfig|\.prettier[^/]*|\.eslint[^/]*|\.yamllint[^/]*|\.tflint\.hcl|\.markdownlint[^/]*|\.pre-commit-config\.ya?ml|\.golangci\.ya?ml|\.terraform-docs\.ya?ml|\.tool-versions|\.nvmrc|\.python-version|\.checkov\.ya?ml|\.trivyignore[^/]*|\.kube-linter\.ya?ml|\.sops\.ya?ml|\.releaserc[^/]*|\.release-please[^/]*|release-please[^/]*\.json|renovate\.json5?|\.renovaterc[^/]*|\.mise\.toml|codecov\.ya?ml|mkdocs\.ya?ml|tsconfig[^/]*\.json|catalog-info\.ya?ml|lerna\.json|nx\.json|turbo\.json|biome\.json|cspell[^/]*)$|(?:^|\/)\.(?:vscode|idea|devcontainer|changeset|husky|claude|cursor)\//i,
    (file) => harmless(file, 'settings of a tool for developers, which applies nothing'),
  ],
  [/(?:^|\/)\.github\/(?!workflows\/|actions\/)/, (file) => harmless(file, 'settings of GitHub, which apply nothing')],
  [
    /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.ya?ml|pnpm-workspace\.ya?ml|go\.(?:mod|sum|work|work\.sum)|Cargo\.(?:toml|lock)|poetry\.lock|pyproject\.toml|requirements[^/]*\.txt|Pipfile(?:\.lock)?|uv\.lock|Gemfile(?:\.lock)?|composer\.(?:json|lock)|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradle\.properties|[^/]*\.(?:csproj|sln))$/,
    (file) => outOfReach(file, 'dependencies of a program'),
  ],
  [
    /\.(?:example|sample|dist)$|(?:^|\/)example\.(?:tfvars|env)$/i,
    (file) => outOfReach(file, 'an example, which nothing applies'),
  ],
  [
    /(?:^|\/)\.terraform\.lock\.hcl$/,
    (file) => notUnderstood(file, 'another version of a provider may plan other changes'),
  ],
  [
    /\.(?:tftest|tofutest|tfmock|tofumock)\.(?:hcl|json)$/i,
    (file) => outOfReach(file, 'a test of Terraform, which no pipeline runs to apply something'),
  ],
  [code, (file) => outOfReach(file, 'source code or data of a program, which no root, module or manifest reads')],
  [
    /(?:^|\/)(?:Dockerfile[^/]*|[^/]*\.dockerfile|(?:docker-)?compose[^/]*\.ya?ml)$/i,
    (file) => outOfReach(file, 'builds or runs images outside of a cluster'),
  ],
  [versionOfTool, (file) => harmless(file, 'settings of a tool for developers, which applies nothing')],
  [hidden, (file) => harmless(file, 'settings of a tool for developers, which applies nothing')],
  [
    /(?:^|\/)(?:mise\.toml|CNAME|VERSION|\.?version\.txt)$/,
    (file) => harmless(file, 'settings of a tool for developers, which applies nothing'),
  ],
  [configuration, (file) => outOfReach(file, 'configuration of a program, which no root, module or manifest reads')],
];

const ofTools = rows.filter(([pattern]) => ![prose, code, configuration, hidden].includes(pattern));

/** Whether the name of a file says which tool reads it, such as `requirements.txt`, or that only people do. */
export const isNamedForTool = (file: string): boolean =>
  ofTools.some(([pattern]) => pattern.test(file)) || (prose.test(file) && !/\.txt$/i.test(file));

/** Whether nothing says which program reads a file, apart from those that name it: its name is hidden, or of no type that is known. */
export const isOfNoTool = (file: string): boolean => hidden.test(file) || !rows.some(([pattern]) => pattern.test(file));

/** Files of languages for infrastructure, by a file of their project. */
const projects = ['Pulumi.yaml', 'Pulumi.yml', 'cdk.json', 'cdktf.json', 'cdk8s.yaml', 'sst.config.ts', 'tanka.yaml'];

/** Languages that infrastructure is written in. */
const programs = /\.(?:ts|tsx|js|mjs|cjs|py|go|java|kt|cs|fs|rb|rs)$/i;

/** Whether a file belongs to a program that creates infrastructure. */
function isInProject(file: string, has: (path: string) => boolean): boolean {
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const inside = textIf(folder !== '', `${folder}/`);
    if (projects.some((name) => has(`${inside}${name}`))) return true;
    if (folder === '') return false;
  }
}

/** Whether a file is text for people, which no program reads even if it is in the folder of a chart. */
export const isProse = (file: string): boolean => prose.test(file);

/** Whether a file tests a program, which no chart and no module reads even if it is in its folder. */
export const isTestOfProgram = (file: string): boolean =>
  /_test\.go$|(?:^|\/)tests?\/.*\.(?:go|py|ts|js|sh|bats)$/.test(file);

/** What the name of a file says about all of it; undefined if it says nothing. */
export function judgedByName(file: string, has: (path: string) => boolean): Judgement | undefined {
  if (programs.test(file) && isInProject(file, has))
    return notUnderstood(file, 'a program that creates infrastructure, which plumbline does not run');
  const row = rows.find(([pattern]) => pattern.test(file));
  if (row !== undefined) return row[1](file);
  if (isExample(file) && !mayBeEnvironment(file, has))
    return outOfReach(file, 'an example or a test, which nothing applies');

  return undefined;
}

/** Whether manifests or values may be of an environment called `ci` or `test`, and not of the tests of a chart or program. */
function mayBeEnvironment(file: string, has: (path: string) => boolean): boolean {
  const isOfClusters = ofClusters.test(file) || /(?:^|\/)values[^/]*$/.test(file);
  const isOfChart = (parent: string): boolean => has(inFolder(parent, 'Chart.yaml'));
  const names = file.split('/').slice(0, -1);

  const isEnvironment = isOfClusters && names.some((name) => /^(?:ci|test)$/.test(name));
  return isManifestPath(file) && isEnvironment && !isExample(file, isOfChart) && !isCalledExample(names);
}

/** Folders that have one folder for each environment. */
const ofClusters =
  /(?:^|\/)(?:clusters?|env(?:ironment)?s?|overlays|apps|deploy\w*|k8s|kubernetes|gitops|infra\w*|live|values|argocd|flux)\//;

const isCalledExample = (names: readonly string[]): boolean =>
  names.some((name) => /^(?:examples?|tests|testdata|fixtures)$/.test(name));

/** Files of programs whose folder has one of these have their configuration in it, too. */
const builds = [
  'package.json',
  'go.mod',
  'Cargo.toml',
  'pyproject.toml',
  'requirements.txt',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'Dockerfile',
];

/** Whether a file is in the folder of a program, below the top of the repository. */
export function isOfProgram(file: string, has: (path: string) => boolean): boolean {
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder))
    if (builds.some((name) => has(`${folder}/${name}`))) return true;
  return /(?:^|\/)src\/(?:main|test)\//.test(file);
}

/** Workflows and pipelines of CI. */
export const isPipeline = (file: string): boolean =>
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/|\.circleci\/|\.buildkite\/|\.tekton\/|ci\/)|(?:^|\/)(?:\.gitlab-ci[^/]*|\.travis|azure-pipelines[^/]*|bitbucket-pipelines|cloudbuild|buildspec[^/]*|Jenkinsfile|Taskfile|skaffold|Tiltfile|atlantis|\.drone)\.?(?:ya?ml)?$/i.test(
    file,
  );
