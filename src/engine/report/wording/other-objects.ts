import { type Diagnostic, nameInNamespace, type ResourceRef } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { firstNames, joined, quoted } from '../../text/words/quoted-names.ts';
import type { ShownFinding } from './finding-order.ts';

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

  const all = copies.map(({ diagnostic: copy }) => copy).filter((copy) => copy.resource !== null);
  const byName = groupBy(all, (copy) => otherName(copy.resource, resource));
  const here = clustersOfAll([diagnostic, ...(byName.get(undefined) ?? [])]);

  return [...byName].flatMap(([name, alike]) => {
    if (name === undefined) return [];
    return [`${quoted(name)}${placesText(clustersOfAll(alike), here)}`];
  });
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

/** ``The same holds for `live-chat`, `cart` ``, `The same holds for 1 node in dev`; undefined if a finding is about one object. */
export function sameHoldsText(finding: ShownFinding): string | undefined {
  const names = [...quotedObjects(finding), ...otherCounts(finding)];
  if (names.length === 0) return undefined;
  return `The same holds for ${firstNames(names, shownNames)}`;
}
