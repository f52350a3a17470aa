import type { NamedRoot } from '../../karpenter/api/settings.ts';
import { resolvePath } from '../../text/source.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Discovery } from './discovery/discovery.ts';
import { readChart } from './helm/chart.ts';
import { helmCall } from './helm/helm-call.ts';
import { kustomizeRoot } from './kustomize/kustomize-roots.ts';
import type { Obstacle, Root } from './root/root.ts';

/** A root that the configuration lists: a kustomization, or a chart with its values. */
export function namedRoot(named: NamedRoot, discovery: Discovery): Root {
  const { path, values, environment } = named;
  const folder = resolvePath('', path) ?? path;

  const common = {
    name: `${path}${textIf(values.length > 0, ` with ${values.join(', ')}`)}${textIf(environment !== undefined, ` for ${environment}`)}`,
    isDeclared: true,
    by: 'plumbline.yaml',
    ...(environment !== undefined && { environment, isEnvironmentKnown: true }),
  };

  if (discovery.kustomizations.fileIn(folder) !== undefined)
    return { ...kustomizeRoot(folder, discovery.kustomizations), ...common };

  const chart = readChart(discovery, folder);
  if (chart === undefined)
    return { ...common, file: path, tool: 'helm', call: null, files: [], patches: [], obstacles: [nothingThere(path)] };

  const missing = values.filter((file) => !discovery.tree.files.has(file));
  const installation = { release: named.release ?? chart.name, namespace: named.namespace, valueFiles: values };
  const { call, obstacles } = helmCall(chart, installation, discovery.tree);

  return {
    ...common,
    file: `${folder}/Chart.yaml`,
    tool: 'helm',
    call,
    files: [...new Set([...chart.files, ...values])].sort(),
    patches: [],
    obstacles: [...obstacles, ...missing.map((file) => missingValues(file, folder))],
  };
}

const nothingThere = (path: string): Obstacle => ({
  code: 'render/missing-file',
  severity: 'error',
  file: path,
  message: `\`sources\` in plumbline.yaml lists \`${path}\`, which is neither a kustomization nor a chart`,
  help: 'Correct the path, or remove the entry.',
});

const missingValues = (file: string, folder: string): Obstacle => ({
  code: 'render/missing-file',
  severity: 'error',
  file: `${folder}/Chart.yaml`,
  message: `\`sources\` in plumbline.yaml uses values from \`${file}\`, which does not exist`,
  help: 'Add the file, or remove the entry.',
});
