import { objectIdentity } from '../../files/places/object-identity.ts';
import { stageOf } from '../../manifest/hints/environment-name.ts';
import { groupOf, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import type { ResourceRef } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import { differences } from './differences.ts';
import { shown } from './opaque.ts';

/** One object across all environments. */
export interface EnvironmentRow {
  readonly resource: ResourceRef;
  /** Environments that have it, in promotion order. */
  readonly environments: readonly string[];
  /** The fields that differ: environment → value. An environment without the field is left out. */
  readonly fields: readonly { readonly path: Path; readonly values: Readonly<Record<string, Value>> }[];
}

/** An object in one environment. */
export interface EnvironmentObject {
  readonly environment: string;
  readonly manifest: Manifest;
}

/** For each Karpenter object: which environments have it, and which fields differ between them. */
export function environmentRows(objects: readonly EnvironmentObject[]): EnvironmentRow[] {
  const rows = new Map<string, EnvironmentObject[]>();
  for (const object of objects) {
    const { manifest, environment } = object;
    if (!groupOf(manifest.apiVersion).startsWith('karpenter.') || manifest.name === '') continue;

    const row = rows.get(objectIdentity(manifest)) ?? [];
    // If an environment defines it several times, the first definition counts.
    if (!row.some((other) => other.environment === environment)) row.push(object);
    rows.set(objectIdentity(manifest), row);
  }

  return [...rows].sort(([a], [b]) => compareNames(a, b)).map(([, row]) => rowOf(row));
}

function rowOf(objects: readonly EnvironmentObject[]): EnvironmentRow {
  const ordered = [...objects].sort((a, b) => compareEnvironments(a.environment, b.environment));
  const [first, ...others] = ordered;

  const fields = new Map<
    string,
    { path: Path; reference: Value | undefined; values: Map<string, Value | undefined> }
  >();

  for (const { environment, manifest } of others)
    for (const { path, before, after } of differences(written(first!.manifest), written(manifest))) {
      const key = JSON.stringify([path.filter((step) => typeof step === 'string'), nameOfItem(before ?? after)]);
      const field = fields.get(key) ?? { path, reference: before, values: new Map() };
      field.values.set(environment, after);
      fields.set(key, field);
    }

  const valuesOf = ({
    path,
    reference,
    values,
  }: {
    path: Path;
    reference: Value | undefined;
    values: Map<string, Value | undefined>;
  }) =>
    Object.fromEntries(
      ordered.flatMap(({ environment }): [string, Value][] => {
        const value = values.has(environment) ? values.get(environment) : reference;
        const { before } = shown(path, value);
        if (before === undefined) return [];
        return [[environment, before]];
      }),
    );

  return {
    resource: first!.manifest.ref,
    environments: ordered.map(({ environment }) => environment),
    fields: [...fields.values()].map((field) => ({ path: field.path, values: valuesOf(field) })),
  };
}

/** The manifest without status and without metadata that differs in every cluster. */
function written({ object }: Manifest): Value {
  const { status: _, apiVersion: __, kind: ___, metadata, ...rest } = object;
  const { labels, annotations } = (metadata ?? {}) as { readonly labels?: Value; readonly annotations?: Value };
  return { ...rest, ...(labels !== undefined && { labels }), ...(annotations !== undefined && { annotations }) };
}

const nameOfItem = (value: Value | undefined): Value => {
  const { key = null } = (value ?? {}) as { readonly key?: Value };
  if (typeof value === 'object') return key;
  return null;
};

/** Environments in promotion order, then by name. Environments with unknown names come first. */
export const compareEnvironments = (a: string, b: string): number => stageOf(a) - stageOf(b) || compareNames(a, b);
