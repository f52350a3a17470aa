import { postRendered } from '../../engine/files/sources/gitops/flux.ts';
import { substitute } from '../../engine/files/sources/gitops/substitution.ts';
import type { RemoteChart } from '../../engine/files/sources/root/remote-chart.ts';
import type { AbsentDependency, Obstacle, Root } from '../../engine/files/sources/root/root.ts';
import { listIf, optional } from '../../engine/text/list-if.ts';
import type { RenderInputs } from '../../engine/text/source.ts';
import type { LoadedTree } from '../tree/loaded-tree.ts';
import { builtinKinds } from './builtin-kinds.ts';
import { errorPlace } from './error-place.ts';
import { inputManifest, inputsDigest } from './hand-over/render-inputs.ts';
import type { SandboxLimits } from './render-bounds.ts';
import { Sandbox, type SandboxOutcome } from './sandbox.ts';
import type { Lack, Tool, ToolName } from './tool.ts';

/** The installed programs, and what is missing for the others. */
export interface Tools extends Readonly<Record<ToolName, Tool | undefined>> {
  readonly lacks: Readonly<Partial<Record<ToolName, readonly Lack[]>>>;
}

/** The rendered text of a root, or why it could not be rendered. `lacks` is not empty if this machine lacks something for it. */
export type Rendering =
  | { readonly text: string; readonly inputs: RenderInputs }
  | { readonly obstacle: Obstacle; readonly lacks: readonly Lack[] };

/** What a root needs to be rendered. */
export const toolsOf = ({ call }: Root): ToolName[] => {
  if (call === null) return [];
  if ('helm' in call) {
    if (call.helm.postRenderers) return ['helm', 'kustomize'];
    return ['helm'];
  }
  if (call.kustomize.needsHelm) return ['kustomize', 'helm'];
  return ['kustomize'];
};

/** Renders one root from the files of its side, in its own sandbox. */
export async function renderRoot(root: Root, tree: LoadedTree, options: RootRenderOptions): Promise<Rendering> {
  const { tools, limits, mustIsolate, signal } = options;
  const lacks = lacksOf(root, options);
  if (lacks.length > 0) return { obstacle: lackObstacle(root, lacks[0]!), lacks };

  const [first, ...others] = toolsOf(root).map((name) => tools[name]!);
  const isolation = others.every((tool) => tool.isolation) ? (first?.isolation ?? null) : null;
  if (mustIsolate && isolation === null) throw new Error('a program would run without isolation');

  await tree.load(root.files);
  signal?.throwIfAborted();
  const sandbox = new Sandbox({ limits, isolation, signal });

  try {
    for (const file of root.files) {
      const bytes = tree.bytes(file);
      if (bytes !== undefined) sandbox.write(file, bytes);
    }

    for (const file of root.absentSecrets ?? []) sandbox.write(file, '');

    const outcome = await run(root, { sandbox, tree, tools });
    if ('output' in outcome) {
      const { substitution } = root;
      const text = substitution ? substitute(outcome.output, substitution) : outcome.output;
      if (text === undefined)
        return { obstacle: obstacleOf(root, { limit: 'variables' }, isAboutNodes(root, tree)), lacks: [] };

      return { text, inputs: await inputsOf(root, tree, tools) };
    }

    const obstacle = neededDependency(root, outcome) ?? obstacleOf(root, outcome, isAboutNodes(root, tree));
    return { obstacle, lacks: [] };
  } finally {
    sandbox.dispose();
  }
}

/** Whether a root may have anything to do with Karpenter, judging by its name and its files. */
const isAboutNodes = ({ name, files }: Root, tree: LoadedTree): boolean =>
  [name, ...files.flatMap((file) => [file, tree.text(file) ?? ''])].some((text) =>
    /karpenter|node-?pool|node-?class|provisioner/i.test(text),
  );

async function inputsOf(root: Root, tree: LoadedTree, tools: Tools): Promise<RenderInputs> {
  return {
    digest: inputsDigest(await inputManifest(root, tree)),
    programs: toolsOf(root).map((name) => `${name} ${tools[name]!.version}`),
    fetched: remoteCharts(root).map(({ name }) => name),
  };
}

/** What all roots have in common. */
export interface RootRenderOptions {
  readonly tools: Tools;
  readonly limits?: SandboxLimits | undefined;
  /** This process has credentials: a program runs only in isolation, and no chart is fetched. */
  readonly mustIsolate: boolean;
  /** Ends running programs. */
  readonly signal?: AbortSignal | undefined;
}

/** What this machine lacks to render a root. */
function lacksOf(root: Root, { tools, mustIsolate }: RootRenderOptions): readonly Lack[] {
  const lacks = toolsOf(root).flatMap((name) => tools.lacks[name] ?? []);
  const [remote] = mustIsolate ? remoteCharts(root) : [];

  const unfetched = (): Lack[] => {
    if (remote)
      return [
        {
          code: 'render/not-here',
          clause: `The chart \`${remote.name}\` of ${remote.repository} is not fetched here`,
          reason: `the chart \`${remote.name}\` is not fetched here`,
          help: 'Run `helm dependency update`, or `helm pull` for a whole chart, and commit the chart to the repository. Or see the result of the job on `pull_request` with `mode: review`, which fetches it.',
        },
      ];
    return [];
  };

  return [...new Map([...lacks, ...unfetched()].map((lack) => [lack.clause, lack])).values()];
}

/** Charts that a root uses and that are not in the repository. */
export function remoteCharts({ call }: Root): RemoteChart[] {
  if (call === null || !('helm' in call)) return [];
  const { archive, fetched = [] } = call.helm;
  return [...optional(archive), ...fetched];
}

/** Dependencies that a rendered root lacks. */
export const absentDependencies = ({ call }: Root): readonly AbsentDependency[] => {
  if (call !== null && 'helm' in call) return call.helm.absent ?? [];
  return [];
};

/** Whether this machine lacks something to render a root. */
export const isLacking = (rendering: Rendering): boolean => 'lacks' in rendering && rendering.lacks.length > 0;

interface Bench {
  readonly sandbox: Sandbox;
  readonly tree: LoadedTree;
  readonly tools: Tools;
}

function run(root: Root, bench: Bench): Promise<SandboxOutcome> {
  const { call } = root;
  if (call === null) return Promise.resolve({ error: 'there is no program to run for it' });
  if ('helm' in call) return runHelm(call.helm, root, bench);
  return runKustomize(call.kustomize, root, bench);
}

/** The Kubernetes version for Helm. Without one, Helm uses the version that it was built with. */
const forKubernetes = (flag: string, { kubernetesVersion }: Root): string[] => {
  if (kubernetesVersion === undefined) return [];
  return [flag, `${kubernetesVersion}.0`];
};

type Call = NonNullable<Root['call']>;

/** The helm commands that kustomize uses, except `pull` (kustomize api/internal/builtins/HelmChartInflationGenerator.go). */
const helmCommands = ['template', 'version'];

function runKustomize(
  { folder, needsHelm, isUnrestricted, overlay }: Extract<Call, { kustomize: unknown }>['kustomize'],
  root: Root,
  { sandbox, tools }: Bench,
): Promise<SandboxOutcome> {
  if (overlay !== undefined) sandbox.write(`${overlay.folder}/kustomization.yaml`, overlay.text);

  const helm = () => {
    if (needsHelm)
      return [
        '--enable-helm',
        '--helm-command',
        sandbox.only(tools.helm!, helmCommands),
        ...forKubernetes('--helm-kube-version', root),
      ];
    return [];
  };

  const restrictor = isUnrestricted ? ['--load-restrictor', 'LoadRestrictionsNone'] : [];
  const at = sandbox.path(overlay?.folder ?? folder);

  return sandbox.run(tools.kustomize!, ['build', ...helm(), ...restrictor, at]);
}

type HelmRun = Extract<Call, { helm: unknown }>['helm'];

async function runHelm(call: HelmRun, root: Root, bench: Bench): Promise<SandboxOutcome> {
  const { sandbox, tree, tools } = bench;
  const { chart, release, namespace, valueFiles, values, set, includesCrds, dependencies } = call;

  for (const { name, folder } of dependencies)
    for (const file of [...tree.files.keys()].filter((path) => path.startsWith(`${folder}/`))) {
      const bytes = tree.bytes(file);
      if (bytes !== undefined) sandbox.write(`${chart}/charts/${name}${file.slice(folder.length)}`, bytes);
    }

  for (const { name } of call.absent ?? [])
    sandbox.write(`${chart}/charts/${name}/Chart.yaml`, `apiVersion: v2\nname: "${name}"\nversion: 0.0.0\n`);

  const error = await writeFetched(call, bench);
  if (error !== undefined) return { error };

  if (call.replacesValues) sandbox.write(`${chart}/values.yaml`, '');

  const inline = '.plumbline-values.json';
  if (values !== undefined) sandbox.write(inline, JSON.stringify(values));

  const files = [...valueFiles, ...listIf(values !== undefined, inline)];
  const outcome = await sandbox.run(tools.helm!, [
    'template',
    release,
    sandbox.path(call.archive ? archivePath : chart),
    ...(namespace === undefined ? [] : ['--namespace', namespace]),
    ...listIf(includesCrds, '--include-crds'),
    '--api-versions',
    builtinKinds.join(','),
    ...forKubernetes('--kube-version', root),
    ...files.flatMap((file) => ['--values', sandbox.path(file)]),
    ...set.flatMap(({ name, value, isString }) => [isString ? '--set-string' : '--set', `${name}=${value}`]),
  ]);

  return postRender(outcome, call.postRenderers ?? [], bench);
}

/** Passes what a chart renders to through kustomizations, one after the other. */
async function postRender(
  sandboxOutcome: SandboxOutcome,
  kustomizations: readonly string[],
  { sandbox, tools }: Bench,
): Promise<SandboxOutcome> {
  let outcome = sandboxOutcome;
  for (const [i, kustomization] of kustomizations.entries()) {
    if (!('output' in outcome) || outcome.output.trim() === '') return outcome;

    const folder = `.plumbline-post-${i}`;
    sandbox.write(`${folder}/${postRendered}`, outcome.output);
    sandbox.write(`${folder}/kustomization.yaml`, kustomization);
    outcome = await sandbox.run(tools.kustomize!, ['build', sandbox.path(folder)]);
  }

  return outcome;
}

const archivePath = '.plumbline-chart.tgz';

/** Charts from repositories that the configuration allows. This process fetches them, because rendering has no network. */
async function writeFetched(
  { chart, archive, fetched = [] }: HelmRun,
  { sandbox }: Bench,
): Promise<string | undefined> {
  const wanted = [
    ...(archive ? [{ remote: archive, path: archivePath }] : []),
    ...fetched.map((remote) => ({ remote, path: `${chart}/charts/${remote.name}.tgz` })),
  ];

  for (const { remote, path } of wanted) {
    const { chartArchive } = await import('./chart-archive.ts');
    const archive = await chartArchive(remote);
    if ('error' in archive)
      return `the chart \`${remote.name}\` of ${remote.repository} could not be fetched: ${archive.error}`;

    sandbox.write(path, archive.bytes);
  }

  return undefined;
}

const lackObstacle = ({ file, name }: Root, { code, clause, help }: Lack): Obstacle => ({
  code,
  severity: 'note',
  file,
  help,
  message: `${clause}, so \`${name}\` is not rendered and its files are reviewed as plain files`,
});

/** A chart that cannot be rendered without its dependencies may be correct, such as one that uses their helpers. */
const neededDependency = (root: Root, outcome: SandboxOutcome): Obstacle | undefined => {
  if ('error' in outcome) return absentDependencies(root)[0]?.obstacle;
  return undefined;
};

const limitMessages = {
  time: 'takes too long to render',
  output: 'renders to more output than plumbline reads',
  input: 'has more input than plumbline reads',
  killed: 'takes too much time or memory to render',
  variables: 'has variables that make more text than plumbline reads',
} as const;

/** Why a root could not be rendered. It is no error of a review of nodes if the root has nothing to do with them. */
export function obstacleOf(
  root: Root,
  outcome: Exclude<SandboxOutcome, { output: string }> | { readonly limit: 'variables' },
  isOfNodes: boolean,
): Obstacle {
  if ('error' in outcome) return obstacleOfError(root, outcome.error, isOfNodes);

  const { file, name } = root;

  if ('limit' in outcome)
    return {
      code: 'render/limit',
      severity: 'warning',
      file,
      message: `\`${name}\` ${limitMessages[outcome.limit]}, so the objects in it are unknown`,
      help: 'Review the rendered manifests instead.',
    };

  const { path, why, help } = outcome.refused;

  return {
    code: 'render/refused',
    severity: 'warning',
    file: root.files.includes(path) ? path : file,
    message: `${why}, so \`${name}\` is not rendered`,
    help,
  };
}

const isOnlyKustomize = ({ call }: Root): boolean => call !== null && 'kustomize' in call && !call.kustomize.needsHelm;

/** Why a program did not render a root, from what it wrote. */
function obstacleOfError(root: Root, error: string, isOfNodes: boolean): Obstacle {
  const { file, name } = root;

  if (/out of memory|cannot allocate memory/.test(error))
    return {
      code: 'render/limit',
      severity: 'warning',
      file,
      message: `\`${name}\` takes too much memory to render, so the objects in it are unknown`,
    };

  if (root.kubernetesVersion === undefined && /requires kubeVersion/.test(error))
    return {
      code: 'render/failed',
      severity: 'note',
      file,
      message: `\`${name}\` does not render, because its chart needs a certain Kubernetes version and nothing names yours`,
      help: 'Set `kubernetesVersion` in plumbline.yaml to the version that you run.',
    };

  if (root.hasPlaceholders)
    return {
      code: 'render/unknown',
      severity: 'note',
      file,
      message: `Values of \`${name}\` are placeholders, so what it renders to is unknown`,
      help: 'Review the rendered manifests.',
      reason: 'its values are placeholders',
    };

  const ofDeclared = isOfNodes ? 'error' : 'warning';
  const { fault, ...place } = errorPlace(root, error);

  const message = () => {
    if (fault === undefined) return `\`${name}\` does not render: ${missingValue(error) ?? shortened(error)}`;
    return `Line ${place.line} of \`${place.file}\` ${fault.what}, so \`${name}\` does not render: ${shortened(fault.why)}`;
  };

  return {
    code: 'render/failed',
    // If nothing declares that the chart is applied with these values, it is not a mistake that it needs others.
    severity: root.isDeclared ? ofDeclared : 'note',
    ...place,
    message: message(),
    // Values that a chart needs may be elsewhere. What kustomize refuses here, it refuses everywhere.
    ...(root.isDeclared && isOnlyKustomize(root) && { isRefusal: true as const }),
    ...(!root.isDeclared && {
      help: 'Name the values files that it is applied with in `sources` of plumbline.yaml. Until then, its files are reviewed as plain files.',
    }),
  };
}

/** The value that a template of a chart needs, if helm stops because it is not set: `<.Values.a.b>: nil pointer evaluating`. */
function missingValue(error: string): string | undefined {
  const [, value] =
    /<(?:\$?\.)Values\.([\w.]{1,200})>: (?:nil pointer evaluating|wrong type for value)/.exec(error) ?? [];
  if (value === undefined) return undefined;
  return `its value \`${value}\` is not set`;
}

/** What helm writes about values and files before the error that stops it: `coalesce.go:298: warning: cannot overwrite table`. */
const isWarning = (line: string): boolean =>
  /^(?:#|Warning:|[\w-]{1,40}\.go:\d{1,6}: |(?:time=\S{1,40} )?level=(?:WARN|INFO)\b|[WI]\d{4} )/i.test(line);

/** A program's error as one line, without the prefix that all its errors have. */
export function shortened(error: string): string {
  const text = error
    .split('\n')
    .map((line) => line.replace(/^(?:Error|error|Fatal):\s*/, '').trim())
    .filter((line) => line !== '' && !/^Use --debug flag/.test(line) && !isWarning(line))
    .join(' ')
    .replace(/[`\s]+/g, ' ');

  const characters = [...(text || 'no reason given')];
  if (characters.length > 300) return `${characters.slice(0, 299).join('')}…`;
  return characters.join('');
}
