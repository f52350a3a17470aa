import type { Drift, DriftedField, DriftedObject } from '../../changes/drift/drift.ts';
import { listIf } from '../../text/list-if.ts';
import { code, htmlCode, plainName, plainSentence, prose } from '../../text/words/escape.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { palette } from '../../text/words/terminal.ts';
import { beforeAndAfter, longName } from '../values/changed-value.ts';

/** The result of a comparison, and what was compared. */
export interface DriftReport {
  readonly environment: string;
  /** The name of the cluster. */
  readonly cluster: string;
  /** The commit, branch or folder that the cluster was compared with. */
  readonly against: string;
  readonly drift: Drift;
}

const differences: Record<DriftedObject['type'], string> = {
  missing: 'is in the files, but not in the cluster',
  extra: 'is in the cluster, but not in the files',
  changed: 'differs',
};

const effects: Readonly<Record<string, string>> = {
  'all-nodes': 'applying the file replaces all of its nodes',
  'some-nodes': 'applying the file replaces its nodes that no longer match',
  delete: 'removing it deletes its nodes',
  unknown: 'how applying the file affects running nodes is unknown',
};

const effectOf = ({ type, effect }: DriftedObject): string => {
  if (type === 'missing') return '';
  return effects[effect] ?? '';
};

const headlineOf = ({ drift, cluster, against }: DriftReport): string => {
  if (drift.objects.length > 0)
    return `${plural(drift.objects.length, 'object')} of ${cluster} ${byCount(drift.objects.length, 'differs', 'differ')} from ${against}`;

  if (drift.compared === 0) return `nothing was compared with ${cluster}`;

  return `${cluster} matches ${against} (${plural(drift.compared, 'object')} compared)`;
};

/** For a terminal. */
export function driftText(report: DriftReport, options: { readonly isColor?: boolean } = {}): string {
  const { objects, unknown } = report.drift;
  const { bold, dim, warning, error, good } = palette(options.isColor === true);

  const object = (object: DriftedObject): string[] => {
    const { kind, name } = object.resource;
    const file = object.file === undefined ? '' : dim(`  ${plainName(object.file, 120)}`);

    return [
      `${error(kind)} ${bold(plainName(name))} ${differences[object.type]}${file}`,
      ...object.fields.map((field) => `    ${fieldText(field)}`),
      ...(effectOf(object) ? [warning(`    ${effectOf(object)}`)] : []),
    ];
  };

  const headline = plainSentence(headlineOf(report));

  return [
    objects.length > 0 || report.drift.compared === 0 ? bold(headline) : good(headline),
    ...objects.flatMap(object),
    ...unknown.map((text) => `${warning('not compared:')} ${plainSentence(text)}`),
    '',
  ].join('\n');
}

const fieldText = (field: DriftedField): string => {
  const [cluster, file] = beforeAndAfter(field).map((value) => plainName(value));
  return `${plainName(longName(field), 120)}: ${cluster} in the cluster, ${file} in the file${by(field, plainName)}`;
};

const by = ({ managers }: DriftedField, name: (text: string) => string): string => {
  if (managers.length === 0) return '';
  return `, written by ${managers.map((manager) => name(manager)).join(' and ')}`;
};

/** Most rows of the table in an issue. */
const maxRows = 100;

/** For a GitHub issue. Everything from the cluster and the files is escaped, so that it mentions nobody. */
export function driftMarkdown(report: DriftReport): string {
  const { objects, unknown } = report.drift;
  const rows = objects.flatMap((object) => rowsOf(object));
  const rest = rows.length - maxRows;

  return [
    prose(`${headlineOf(report)}.`, 1000),
    ...(rows.length > 0
      ? [
          '',
          '| object | field | in the cluster | in the file | written by |',
          '| --- | --- | --- | --- | --- |',
          ...rows.slice(0, maxRows),
        ]
      : []),
    ...listIf(rest > 0, '', `${plural(rest, 'more row')}. Run \`plumbline drift\` to see all of them.`),
    ...effectLines(objects),
    ...(unknown.length > 0
      ? ['', 'Not compared:', '', ...unknown.slice(0, maxRows).map((text) => `- ${prose(text)}`)]
      : []),
    '',
    'To fix this, apply the branch again, or change the files to match the cluster. plumbline closes this issue when they match.',
    '',
  ].join('\n');
}

function rowsOf(object: DriftedObject): string[] {
  const { kind, name } = object.resource;
  const who = `${htmlCode(kind)} ${htmlCode(name)}`;

  if (object.type !== 'changed') {
    const base = object.type === 'extra' ? 'exists' : 'missing';
    const pull = object.type === 'extra' ? 'missing' : 'exists';

    return [`| ${who} | | ${base} | ${pull} | |`];
  }

  return object.fields.map((field) => {
    const [cluster, file] = beforeAndAfter(field).map((value) => htmlCode(value));
    const managers = field.managers.map((manager) => htmlCode(manager)).join(', ');
    return `| ${who} | ${htmlCode(longName(field), 120)} | ${cluster} | ${file} | ${managers} |`;
  });
}

function effectLines(objects: readonly DriftedObject[]): string[] {
  const lines = objects
    .filter((object) => effectOf(object))
    .map((object) => `- ${object.resource.kind} ${code(object.resource.name)}: ${effectOf(object)}`);
  if (lines.length > 0) return ['', ...lines.slice(0, maxRows)];
  return [];
}

/** `drift --format json`. */
export function driftDocument({ environment, cluster, against, drift }: DriftReport): object {
  return {
    schemaVersion: 1,
    environment,
    cluster,
    against,
    compared: drift.compared,
    objects: drift.objects.map(({ resource, type, effect, file, fields }) => ({
      resource,
      type,
      effect,
      file: file ?? null,
      fields: fields.map(({ path, before, after, effect: what, reason, managers }) => ({
        path,
        ...(before !== undefined && { cluster: before }),
        ...(after !== undefined && { file: after }),
        effect: what,
        reason,
        managers,
      })),
    })),
    unknown: drift.unknown,
  };
}
