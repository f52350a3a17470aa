import { type Diagnostic, type FoundIn, type ResourceRef, referenceKey } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Finding } from './finding.ts';

/** A finding, with the findings that have the same message about other objects. */
export interface ShownFinding extends Finding {
  readonly copies: readonly Finding[];
  /** What made the texts that it and its copies were found in. */
  readonly foundIn?: FoundIn;
  /** Whether the texts of its copies have other numbers. */
  readonly hasOtherNumbers?: true;
}

/** The names by which a message may refer to an object. */
function namesOf({ kind, namespace = 'default', name }: ResourceRef): string[] {
  if (name === '') return [];
  return [`${kind}/${namespace}/${name}`, `${namespace}/${name}`, name];
}

/** Kinds of workloads, of which the message has the kind with the name. */
const isNamedWithKind = ({ message, resource }: Diagnostic): boolean =>
  resource !== null && message.includes(`\`${resource.kind}/${resource.namespace ?? 'default'}/${resource.name}\``);

/** What must be the same of the objects of findings with the same text. */
const kindIn = (diagnostic: Diagnostic): string | undefined => {
  if (isNamedWithKind(diagnostic)) return 'workload';
  return diagnostic.resource?.kind;
};

/** "1 of 1 pod is unschedulable" and "6 of 6 pods are unschedulable" are the same finding about two workloads. */
const ofAllPods = (text: string): string =>
  text
    .replace(/^(\d+) of \1 pods?\b/, 'all pods')
    .replace(/\b(?:is|are) unschedulable\b/, 'are unschedulable')
    .replace(/\bfits? no NodePool\b/, 'fit no NodePool')
    .replace(/\b(?:its|their) node is gone\b/, 'their node is gone');

const withoutNames = (text: string, { resource }: Diagnostic): string => {
  if (resource === null) return text;
  return namesOf(resource).reduce((rest, name) => rest.replaceAll(`\`${name}\``, '`…`'), text);
};

/** The text of a finding without the name of its object. */
function textWithoutName({ diagnostic, isNew }: Finding): string {
  const { code, severity, message, help = '', because = [], fix } = diagnostic;

  const without = (text: string): string =>
    ofAllPods(
      withoutNames(text, diagnostic)
        // "1 node stays as it is" and "3 nodes stay as they are" are the same finding in two clusters.
        .replace(/^\d+ nodes? of (.*?) stays? as (?:it is|they are)/, 'nodes of $1 stay'),
    );

  // The fixes may differ although the messages are equal.
  const description = fix?.description ?? '';

  return JSON.stringify([
    code,
    severity,
    isNew,
    kindIn(diagnostic),
    without(message),
    without(help),
    because,
    description,
  ]);
}

/**
 * Joins findings that differ only in their object: the first one keeps the places of the others. What one line causes
 * is one finding, and so is what is wrong with one object in several environments, also if the numbers differ.
 */
export function withoutCopies(findings: readonly Finding[]): ShownFinding[] {
  const alike = [...groupBy(findings, textWithoutName).values()].map(([finding, ...copies]) =>
    shownWith(finding!, copies),
  );
  const ofLines = together(alike, lineKey, haveOtherObjects);
  const ofClusters = together(ofLines, (finding) => lineKey(withoutCluster(finding)), haveOtherClusters);
  return together(ofClusters, objectKey, haveOtherClusters);
}

/** Joins the findings with a key, if they are about different things. */
const together = (
  findings: readonly ShownFinding[],
  keyOf: (finding: ShownFinding) => string,
  areDifferent: (group: readonly ShownFinding[]) => boolean,
): ShownFinding[] =>
  [...groupBy(findings, keyOf).values()].flatMap((group) => (areDifferent(group) ? [withOtherNumbers(group)] : group));

function withoutCluster(finding: ShownFinding): ShownFinding {
  const { cluster: _, ...diagnostic } = finding.diagnostic;
  return { ...finding, diagnostic };
}

const shownWith = (finding: Finding, copies: readonly Finding[]): ShownFinding => ({
  ...finding,
  copies,
  ...originOfAll(finding, copies),
});

/** Findings that say the same with other numbers, below the worst of them. */
function withOtherNumbers(group: readonly ShownFinding[]): ShownFinding {
  if (group.length === 1) return group[0]!;

  const worst = group.reduce((most, finding) => (isWorse(finding, most) ? finding : most));
  const others = group.filter((finding) => finding !== worst);
  return { ...shownWith(worst, [...worst.copies, ...withCopies(others)]), hasOtherNumbers: true };
}

/** Whether the first number of a finding in the same cluster is worse. Of several clusters, the first one is that of production. */
function isWorse({ diagnostic: a }: Finding, { diagnostic: b }: Finding): boolean {
  const [[one], [other]] = [a.measures ?? [], b.measures ?? []];
  if (one === undefined || other === undefined || a.cluster !== b.cluster) return false;
  if (one.better === 'more') return one.value < other.value;
  return one.value > other.value;
}

/** Amounts, alone in backquotes or outside of them. Numbers in names are parts of the names. */
const withoutNumbers = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => {
      if (/^`\d[\d.]*[A-Za-z]{0,2}`$/.test(part)) return '`#`';
      if (part.startsWith('`')) return part;
      return inSingular(part.replace(/\d+(?:[.,]\d+)*/g, '#'));
    })
    .join('');

/** Words that agree with a number. */
const inSingular = (text: string): string =>
  text
    .replace(/\bare\b/g, 'is')
    .replace(/\btheir\b/g, 'its')
    .replace(/\bdo\b/g, 'does')
    .replace(/\b(?:they|them)\b/g, 'it')
    .replace(/\bhave\b/g, 'has')
    .replace(/([a-z])s\b/g, '$1');

/** The text of a finding without numbers, and without what differs from object to object. */
function textWithoutNumbers({ diagnostic, isNew }: Finding): readonly unknown[] {
  const { code, severity, message, help = '', because = [], fix, cluster } = diagnostic;

  const without = (text: string): string => {
    const named = withoutNames(text, diagnostic);
    return withoutNumbers(cluster === undefined ? named : named.replaceAll(` in ${cluster}`, ''));
  };

  return [code, severity, isNew, without(message), without(help), because, fix?.description ?? ''];
}

/** What findings of one line have in common. */
const lineKey = (finding: ShownFinding): string =>
  JSON.stringify([
    finding.diagnostic.span,
    finding.diagnostic.cluster,
    finding.diagnostic.clusters,
    textWithoutNumbers(finding),
  ]);

const objectOf = ({ diagnostic: { resource } }: Finding): string => {
  if (resource === null) return '';
  return referenceKey(resource);
};

/** What findings about one object in several environments have in common. */
const objectKey = (finding: ShownFinding): string => JSON.stringify([objectOf(finding), textWithoutNumbers(finding)]);

const haveOtherObjects = (group: readonly ShownFinding[]): boolean =>
  group.every(({ diagnostic }) => diagnostic.resource !== null) && new Set(group.map(objectOf)).size === group.length;

/** Whether findings are about one object in different environments. */
const haveOtherClusters = (group: readonly ShownFinding[]): boolean => {
  const clusters = group.map(({ diagnostic: { cluster } }) => cluster);
  return (
    clusters.every((cluster) => cluster !== undefined) &&
    group.every(({ diagnostic }) => diagnostic.resource !== null) &&
    new Set(clusters).size === group.length
  );
};

/** What made the texts of a finding and of its copies, because the finding speaks for all of them. */
function originOfAll({ diagnostic }: Finding, copies: readonly Finding[]): Pick<ShownFinding, 'foundIn'> {
  const [first, ...others] = [diagnostic, ...copies.map((copy) => copy.diagnostic)].flatMap(
    ({ foundIn }) => foundIn ?? [],
  );
  if (first === undefined) return {};

  const all = [first, ...others];
  const roots = [...new Set(all.flatMap((origin) => origin.roots))].sort();
  return { foundIn: { ...first, roots, isExact: all.every(({ isExact }) => isExact) } };
}

/** Findings with their copies, each by itself. */
export const withCopies = (findings: readonly ShownFinding[]): Finding[] =>
  findings.flatMap((finding) => [finding, ...finding.copies]);

/** Number of findings in a list, copies included. */
export const countOf = (findings: readonly ShownFinding[]): number =>
  findings.reduce((sum, { copies }) => sum + 1 + copies.length, 0);

/** The copies of a finding at other places, each place once. */
export function otherPlaces({ diagnostic, copies }: ShownFinding): readonly Finding[] {
  const placeOf = ({ span: { file, start } }: Diagnostic): string => `${file} ${start}`;
  const places = groupBy(copies, (copy) => placeOf(copy.diagnostic));
  places.delete(placeOf(diagnostic));
  return [...places.values()].map(([first]) => first!);
}
