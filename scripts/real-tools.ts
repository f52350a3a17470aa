import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { type GoProgram, goEnvironment, goProgram } from '../test/go-program.ts';

interface Tool {
  readonly name: string;
  readonly version: string;
  readonly module: string;
}

const goTools: readonly Tool[] = [
  { name: 'act', version: 'v0.2.89', module: 'github.com/nektos/act' },
  { name: 'actionlint', version: 'v1.7.12', module: 'github.com/rhysd/actionlint/cmd/actionlint' },
  { name: 'kustomize', version: 'v5.8.1', module: 'sigs.k8s.io/kustomize/kustomize/v5' },
];

/**
 * helm, in the version of `test/kwok/helm.mod`. That list has Karpenter's versions of all other modules, so that most
 * packages are compiled once for both. To update it:
 * `cp go.mod helm.mod && go get -modfile=helm.mod -tool helm.sh/helm/v3/cmd/helm@VERSION`, the same for `.sum`.
 */
const helm: GoProgram = {
  name: 'helm',
  module: 'test/kwok',
  package: 'helm.sh/helm/v3/cmd/helm',
  ldflags: '-s -w',
  modules: { file: 'helm.mod', tags: [] },
  cost: '1 minute of CPU',
};
const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');

/** Folder of one version of a tool, into which `go install` writes it on first use. */
function provide({ name, version, module }: Tool): string {
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(join(folder, name))) return folder;
  console.log(`installing ${name} ${version} into ${folder}`);
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  run('go', ['install', `${module}@${version}`], { GOBIN: building, ...goEnvironment });
  // Only a complete tool gets this name, so that the next run does not use a partial one.
  renameSync(building, folder);
  return folder;
}

/** A program in a Python package. */
interface PythonTool {
  readonly name: string;
  readonly version: string;
  readonly program: string;
  readonly package: string;
}

const pythonTools: readonly PythonTool[] = [
  // A stand-in for AWS.
  { name: 'moto', version: '5.2.5', program: 'moto_server', package: 'moto[server]' },
  { name: 'zizmor', version: '1.32.0', program: 'zizmor', package: 'zizmor' },
];

/** Folder of a Python program, in a separate virtual environment. */
function providePython(tool: PythonTool): string {
  const { name, version, program } = tool;
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(join(folder, 'bin', program))) return join(folder, 'bin');
  console.log(`installing ${name} ${version} into ${folder}`);
  // A virtual environment contains its own path, so it is created in its final place. A partial one from an earlier run is removed first.
  rmSync(folder, { recursive: true, force: true });
  run('python3', ['-m', 'venv', folder], {});
  run(join(folder, 'bin', 'pip'), ['install', '--quiet', `${tool.package}==${version}`], {});
  return join(folder, 'bin');
}

/** Programs that Debian provides, by package. They are installed if the machine lacks them. */
const debianPackages = {
  buildah: 'buildah',
  chromium: 'chromium',
  fish: 'fish',
  mmdebstrap: 'mmdebstrap',
  'redis-server': 'redis-server',
  zsh: 'zsh',
} as const;

/** Installs them with apt, as root. */
export function provideDebian(): void {
  const isMissing = (command: string): boolean => spawnSync('which', [command]).status !== 0;
  const missing = Object.entries(debianPackages).flatMap(([command, name]) => (isMissing(command) ? [name] : []));
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], env);
}

/** Runs a program with additional environment variables. Exits if it fails. */
export function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(`${command} cannot be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** PATH with the named tools, or all of them. Each is installed on first use. The node in node_modules comes first. */
export function pathWithTools(names?: readonly string[]): string {
  const isWanted = ({ name }: { readonly name: string }): boolean => names?.includes(name) ?? true;
  // The node in node_modules comes first, because a node24 action runs the first one on PATH.
  const charts = [helm].filter(isWanted).map((program) => dirname(goProgram(program, console.log)));
  const folders = [
    ...goTools.filter(isWanted).map(provide),
    ...charts,
    ...pythonTools.filter(isWanted).map(providePython),
  ];
  return [resolve('node_modules/.bin'), ...folders, process.env.PATH].join(delimiter);
}

/** Exits if the Action is not built. */
export function requireDist(): void {
  if (existsSync('dist/action.js')) return;
  console.error('dist/action.js is missing: run `npm run build` first.');
  process.exit(1);
}
