import type { Diagnostic, ResourceRef, Severity } from '../../diagnostic.ts';
import type { Finding } from '../../review/findings/finding.ts';

/** A finding with others that say the same of other objects. */
export interface ShownFinding extends Finding {
  readonly copies: readonly Finding[];
}

/** How far a finding is from what somebody wrote: a NodePool that is not ready has a cause, and pods without a node have that NodePool. */
function distance({ code }: Diagnostic): 0 | 1 | 2 {
  if (/^disruption\/|^provisioning\/(?:pod-unschedulable|pod-ignored)$/.test(code)) return 2;
  return /^provisioning\/(?:nodepool-|launch-failed|limit-reached)/.test(code) ? 1 : 0;
}

/** Warnings that explain why pods find no node. Other warnings come after the errors, even on changed lines. */
const explaining =
  /^lint\/(?:gpu-taint|limits-below-one-node|min-values|node-class-exists|requirement-units|satisfiable-requirements|startup-taints|taint-tolerations|unknown-instance-type|unknown-label|unknown-zone|unreachable-pool)$|^(?:render|upgrade|yaml)\//;

const rank: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** What a reader sees first has the lowest place. */
function placeOf({ diagnostic, isOnChangedLine = false }: Finding): number {
  const { severity, code } = diagnostic;
  const far = distance(diagnostic);
  const isRoot = far === 0 && isOnChangedLine;
  if (isRoot && (severity === 'error' || (severity === 'warning' && explaining.test(code)))) return rank[severity] / 2;
  return 1 + rank[severity] * 10 + far * 2 + (isOnChangedLine ? 0 : 1);
}

/**
 * The one order in which people read findings: what the change brings before what is older, and among those first causes on changed lines,
 * then other causes, then their consequences, the worst of each first.
 */
export const inReadingOrder = <F extends Finding>(findings: readonly F[], { hasBase = true } = {}): F[] =>
  findings
    .map((finding, i) => ({ finding, place: placeOf(finding), isOlder: hasBase && !finding.isNew, i }))
    .sort((a, b) => Number(a.isOlder) - Number(b.isOlder) || a.place - b.place || a.i - b.i)
    .map(({ finding }) => finding);

/** The same for somebody who goes through files: their order stays, and consequences follow their causes. */
export const inFileOrder = <F extends Finding>(findings: readonly F[]): F[] =>
  [...findings].sort((a, b) => distance(a.diagnostic) - distance(b.diagnostic));

/** How a message may call an object. */
function namesOf({ kind, namespace = 'default', name }: ResourceRef): string[] {
  return name === '' ? [] : [`${kind}/${namespace}/${name}`, `${namespace}/${name}`, name];
}

/** What a finding says without the name of its object. */
function saying({ diagnostic, isNew }: Finding): string {
  const { code, severity, message, help = '', resource, fix } = diagnostic;
  const names = resource === null ? [] : namesOf(resource);
  const without = (text: string): string =>
    names
      .reduce((left, name) => left.replaceAll(`\`${name}\``, '`…`'), text)
      // All pods of a workload are all of them, however many there are.
      .replace(/^(\d+) of \1 pods/, 'all pods');
  // What a fix would write may differ.
  const description = fix?.description ?? '';
  return JSON.stringify([code, severity, isNew, resource?.kind, without(message), without(help), description]);
}

/** Tells once what is the same but for its object, at the place of the first. */
export function withoutCopies(findings: readonly Finding[]): ShownFinding[] {
  const shown = new Map<string, { finding: Finding; copies: Finding[] }>();
  for (const finding of findings) {
    const key = saying(finding);
    const first = shown.get(key);
    if (first) first.copies.push(finding);
    else shown.set(key, { finding, copies: [] });
  }
  return [...shown.values()].map(({ finding, copies }) => ({ ...finding, copies }));
}

/** How many findings a list stands for. */
export const countOf = (findings: readonly ShownFinding[]): number =>
  findings.reduce((sum, { copies }) => sum + 1 + copies.length, 0);
