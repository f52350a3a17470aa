import type { RootRelease } from '../../manifest/terraform/terraform.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Discovery } from './discovery/discovery.ts';
import { readChart } from './helm/chart.ts';
import { helmCall } from './helm/helm-call.ts';
import type { Obstacle, Root } from './root/root.ts';

/** The charts of the repository that `helm_release` of Terraform installs, with its values. */
export const terraformCharts = (releases: readonly RootRelease[], discovery: Discovery): Root[] =>
  releases.flatMap((release) => chartOf(release, discovery));

function chartOf(release: RootRelease, discovery: Discovery): Root[] {
  const chart = readChart(discovery, release.chart);
  if (chart === undefined) return [];

  const { tree } = discovery;
  const { name, address, root, at, namespace, valueFiles, values, set } = release;
  const settings = { release: release.release, namespace, valueFiles, values, set };
  const { call, obstacles } = helmCall(chart, settings, tree);
  const written = release.files.filter((file) => tree.files.has(file));

  return [
    {
      ...({ name, tool: 'terraform', terraform: root, patches: [], isDeclared: true } as const),
      ...(holdsPlaceholder([values, ...set.map(({ value }) => value)]) && { hasPlaceholders: true }),
      file: at.file,
      by: `${address} in ${root.name}`,
      removal: { by: 'helm', left: undefined, gone: undefined, itself: undefined, metadata: {} },
      target: { name: release.release, namespace: namespace ?? 'default', storage: '' },
      call,
      files: [...new Set([...chart.files, ...written])].sort(),
      obstacles: [...obstacles, ...unknownParts(release)],
    },
  ];
}

function unknownParts(release: RootRelease): Obstacle[] {
  const what = unknownPart(release);
  if (what === undefined) return [];

  const { address, at } = release;

  return [
    {
      code: 'render/unknown',
      severity: 'note',
      file: at.file,
      near: `"${address.split('.').at(-1)}"`,
      message: `Nothing here says ${what}, so the chart of ${quoted(address)} is not rendered`,
      help: 'Read the plan of Terraform.',
      reason: 'only Terraform knows its values',
    },
  ];
}

/** A clause about what only Terraform knows of a release; undefined if everything is here. */
function unknownPart({ address, unknown, isUndecided }: RootRelease): string | undefined {
  if (isUndecided) return `how often Terraform installs ${quoted(address)}`;
  if (unknown !== undefined) return `what \`${unknown}\` of ${quoted(address)} is`;
  return undefined;
}
