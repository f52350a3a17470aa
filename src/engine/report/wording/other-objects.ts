import type { ShownFinding } from '../../review/context/finding-copies.ts';
import { type Diagnostic, nameInNamespace, type ResourceRef } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { firstNames, joined, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';

/** The other objects that a finding is about, each once, with their namespaces where these differ. Empty if it is about one object. */
export function otherObjects({ diagnostic, copies }: ShownFinding): readonly string[] {
  const { resource } = diagnostic;
  if (resource === null) return [];

  const others = [diagnostic, ...copies.map(({ diagnostic: copy }) => copy)].flatMap((finding) => [
    finding.resource,
    ...(finding.otherResources ?? []),
  ]);
  return [...new Set(others.flatMap((other) => otherName(other, resource) ?? []))];
}

/** The name of another object next to one, with its namespace or kind where these differ. Undefined for the same object. */
function otherName(other: ResourceRef | null, resource: ResourceRef): string | undefined {
  if (other === null || isSameObject(other, resource)) return undefined;
  if (other.kind !== resource.kind) return `${other.kind}/${nameInNamespace(other)}`;
  if (other.namespace === resource.namespace) return other.name;
  return `${other.namespace ?? 'default'}/${other.name}`;
}

/** The clusters of findings about an object; empty if one of them names none. */
function clustersOfAll(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const lists = diagnostics.map(({ cluster, clusters = [] }) => (cluster === undefined ? clusters : [cluster]));
  if (lists.some((list) => list.length === 0)) return new Set();
  return new Set(lists.flat());
}

/** ` (in prod)`, if an object has the finding in other environments than the first one. */
function placesText(there: ReadonlySet<string>, here: ReadonlySet<string>): string {
  if (there.size === 0 || (there.size === here.size && [...there].every((cluster) => here.has(cluster)))) return '';
  return ` (in ${joined([...there])})`;
}

/** The other objects in backquotes, each once, with its environments where these differ. */
function quotedObjects({ diagnostic, copies }: ShownFinding): readonly string[] {
  const { resource } = diagnostic;
  if (resource === null) return [];

  const all = [diagnostic, ...copies.map(({ diagnostic: copy }) => copy)].flatMap(ofEachObject);
  const byName = groupBy(all, (other) => otherName(other.resource, resource));
  const here = clustersOfAll(byName.get(undefined) ?? []);

  return [...byName].flatMap(([name, alike]) => {
    if (name === undefined) return [];
    return [`${quoted(name)}${placesText(clustersOfAll(alike), here)}`];
  });
}

/** A finding about several objects as one about each of them. */
const ofEachObject = (diagnostic: Diagnostic): Diagnostic[] => {
  const { resource, otherResources = [] } = diagnostic;
  if (resource === null) return [];
  return [resource, ...otherResources].map((object) => ({ ...diagnostic, resource: object }));
};

/** The environments of the copies about the same object, without that of the finding itself. */
function otherClusters({ diagnostic, copies }: ShownFinding): readonly string[] {
  const { resource, cluster } = diagnostic;
  const alike = copies.filter(
    ({ diagnostic: copy }) => resource === null || otherName(copy.resource, resource) === undefined,
  );
  const names = alike.flatMap(({ diagnostic: copy }) => copy.cluster ?? []);
  return [...new Set(names)].filter((name) => cluster !== undefined && name !== cluster);
}

const isSameObject = (a: ResourceRef, b: ResourceRef): boolean =>
  a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;

/** `1 node in dev`, if a finding is about other numbers of nodes in other clusters. */
function otherCounts({ diagnostic, copies }: ShownFinding): readonly string[] {
  const texts = copies.flatMap(({ diagnostic: { message, cluster } }) => {
    const [count] = /^\d+ nodes?(?= of )/.exec(message) ?? [];
    if (count === undefined || cluster === undefined || cluster === diagnostic.cluster) return [];
    return [`${count} in ${cluster}`];
  });
  return [...new Set(texts)];
}

/** Names beyond these are counted. */
const shownNames = 3;

/** `dev and stage`, `a, b, c and 2 more`. */
const clustersText = (names: readonly string[]): string => {
  if (names.length > shownNames) return firstNames(names, shownNames);
  return joined(names);
};

/**
 * ``The same holds for `live-chat`, `cart` ``, `The same holds for 1 node in dev`, `The same holds in dev and stage`;
 * undefined if a finding is about one object in one environment. If the message does not name its object, all of them
 * are listed.
 */
export function sameHoldsText(finding: ShownFinding): string | undefined {
  const { diagnostic, hasOtherNumbers } = finding;
  const others = quotedObjects(finding);
  const counts = otherCounts(finding);
  const clusters = counts.length > 0 ? [] : otherClusters(finding);
  const names = [...others, ...counts];
  const where = clusters.length > 0 ? ` in ${clustersText(clusters)}` : '';
  if (names.length === 0 && where === '') return undefined;

  const name = diagnostic.resource?.name ?? '';
  const isUnnamed = others.length > 0 && name !== '' && !diagnostic.message.includes(name);
  const all = isUnnamed ? [quoted(name), ...names] : names;
  const objects = all.length > 0 ? ` for ${firstNames(all, shownNames)}` : '';
  const numbers = hasOtherNumbers
    ? `, with other numbers${textIf(where !== '', ` than in ${diagnostic.cluster}`)}`
    : '';
  const verb = isUnnamed ? 'This holds' : 'The same holds';
  const subjects = [where, objects].filter((text) => text !== '').join(', and');

  return `${verb}${subjects}${numbers}`;
}
