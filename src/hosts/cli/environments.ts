import { compareEnvironments, type EnvironmentRow, environmentRows } from '../../engine/diff/environments.ts';
import { parseManifests } from '../../engine/manifest/parse.ts';
import { beforeAndAfter, pathText } from '../../engine/report/changed-value.ts';
import { plainName } from '../../engine/report/escape.ts';
import { columns } from '../../engine/report/terminal.ts';
import type { RenderedPair } from '../../io/render/render-pair.ts';

/** Karpenter's objects by environment, as what was rendered has them. */
export function environmentsOf(
  { head, states }: RenderedPair,
  set: Readonly<Record<string, string>>,
): EnvironmentRow[] {
  const environments = new Map(states.map(({ root }) => [root.name, root.environment]));
  const objects = head.sources.flatMap((source) => {
    const environment = source.origin && environments.get(source.origin.root);
    if (environment === undefined) return [];
    return parseManifests(source, { set }).manifests.map((manifest) => ({ environment, manifest }));
  });
  return environmentRows(objects);
}

export const environmentsDocument = (rows: readonly EnvironmentRow[]) => ({
  schemaVersion: 1,
  objects: rows.map(({ resource, environments, fields }) => ({
    resource,
    environments,
    fields: fields.map(({ path, values }) => ({ path: pathText(path), values })),
  })),
});

/** One row an object with a column an environment, and below it what differs. */
export function environmentsText(rows: readonly EnvironmentRow[]): string {
  if (rows.length === 0) return 'No environment here renders to objects of Karpenter.\n';
  const names = [...new Set(rows.flatMap(({ environments }) => environments))].sort(compareEnvironments);
  const lines = rows.flatMap(({ resource, environments, fields }) => [
    [
      `${plainName(resource.kind, 40)} ${plainName(resource.name)}`,
      ...names.map((name) => (environments.includes(name) ? 'yes' : 'missing')),
    ],
    ...fields.map(({ path, values }) => [
      `  ${plainName(pathText(path), 60)}`,
      ...names.map((name) => (environments.includes(name) ? cell(path, values[name]) : '')),
    ]),
  ]);
  const all = [['', ...names.map((name) => plainName(name, 24))], ...lines];
  const widths = all[0]!.map((_, i) => Math.max(...all.map((line) => columns(line[i]!))));
  return `${all
    .map((line) =>
      line
        .map((text, i) => text + ' '.repeat(widths[i]! - columns(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

function cell(
  path: EnvironmentRow['fields'][number]['path'],
  value: EnvironmentRow['fields'][number]['values'][string] | undefined,
): string {
  const common = { path, effect: 'none', reason: '' } as const;
  return plainName(beforeAndAfter(value === undefined ? common : { ...common, before: value })[0], 40);
}
