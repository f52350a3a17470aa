import { unservedFault } from '../../files/schema/removed-version.ts';
import { diagnostic } from '../../files/schema/structural/structural-validator.ts';
import { compareMinors, karpenterMinors } from '../../karpenter/api/versions.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { KarpenterTarget } from '../context/karpenter-version.ts';

/**
 * The minors that an assumed version is compared with: the oldest and the newest that may run. Almost everything that Karpenter changes
 * stays changed, so what holds for both holds for those between them. None if the version is known.
 */
export function otherVersions({
  karpenterVersion,
  isKarpenterAssumed,
  possibleKarpenterVersions: possible,
}: KarpenterTarget): string[] {
  if (!isKarpenterAssumed) return [];
  return [...new Set([possible[0]!, possible.at(-1)!])].filter((minor) => minor !== karpenterVersion);
}

/** What the same checks find with the assumed version, and with each other version that may run. */
interface ComparedFindings {
  /** Findings that can be compared. The others do not depend on the version, as far as is known. */
  readonly assumed: readonly Diagnostic[];
  readonly others: readonly (readonly Diagnostic[])[];
}

/**
 * Makes a note, without a fix, of each finding that another version that may run does not cause. If that version finds another error in the
 * same object, the object is wrong in any case, and the severity stays. What only a version before the assumed one accepts is a warning: the
 * newest refuses it as well. Fixes that differ are dropped.
 */
export function withDoubts<D extends Diagnostic>(
  diagnostics: readonly D[],
  target: KarpenterTarget,
  { assumed, others }: ComparedFindings,
): D[] {
  const versions = otherVersions(target);
  const comparable = byPlace(assumed);
  const compared = others.map((findings) => ({
    findings: byPlace(findings),
    wrong: new Set(
      findings.filter((finding) => finding.severity === 'error' && !comparable.has(placeOf(finding))).map(objectOf),
    ),
  }));

  return diagnostics.map((diagnostic): D => {
    const counterpart = comparable.get(placeOf(diagnostic));
    if (counterpart === undefined) return diagnostic;
    const same = compared.map(({ findings }) => findings.get(placeOf(diagnostic)));
    const accepting = compared.flatMap(({ wrong }, i) => {
      if (same[i] === undefined && !wrong.has(objectOf(diagnostic))) return [versions[i]];
      return [];
    });
    if (accepting.length > 0) {
      const severity = doubtfulSeverity(diagnostic, accepting, target);
      return { ...withoutFix(diagnostic), severity, help: doubtfulHelp(diagnostic, target) };
    }
    if (same.every((other) => other && fixText(other) === fixText(counterpart))) return diagnostic;
    return withoutFix(diagnostic);
  });
}

/** A rule of the CRDs that every version from the assumed one on has is a warning. An old API may be that of an old Karpenter, so it is a note. */
function doubtfulSeverity(
  { severity, code }: Diagnostic,
  accepting: readonly (string | undefined)[],
  { karpenterVersion }: KarpenterTarget,
): Diagnostic['severity'] {
  const isOfOlderOnly = accepting.every((minor) => minor !== undefined && compareMinors(minor, karpenterVersion) < 0);
  if (isOfOlderOnly && severity === 'error' && code === 'schema/cel') return 'warning';
  return 'note';
}

function withoutFix<D extends Diagnostic>(diagnostic: D): D {
  const { fix: _, ...rest } = diagnostic;
  return rest as D;
}

const doubtfulHelp = ({ help = '' }: Diagnostic, { karpenterVersion }: KarpenterTarget): string =>
  `${help} Karpenter ${karpenterVersion} is assumed: set \`karpenter.version\` to the version that you run.`.trim();

/** What two findings about the same place have in common, whatever the version that they come from. */
export const placeOf = ({ code, span }: Diagnostic): string => `${code} ${span.start} ${span.end} ${span.file}`;

const objectOf = ({ resource, span }: Diagnostic): string =>
  JSON.stringify([span.file, resource && [resource.kind, resource.namespace, resource.name]]);

const byPlace = (findings: readonly Diagnostic[]): ReadonlyMap<string, Diagnostic> =>
  new Map(findings.map((finding) => [placeOf(finding), finding]));

const fixText = ({ fix }: Diagnostic): string => JSON.stringify(fix?.edits ?? []);

/** Notes about objects in API versions that the assumed Karpenter still serves, and newer ones no longer do. */
export function agingApis(manifests: readonly Manifest[], target: KarpenterTarget): Diagnostic[] {
  if (!target.isKarpenterAssumed) return [];
  const newest = karpenterMinors.at(-1)!;

  return manifests.flatMap((manifest): Diagnostic[] => {
    if (unservedFault(manifest, target.karpenterVersion) !== undefined) return [];
    const fault = unservedFault(manifest, newest);
    if (fault?.code !== 'schema/removed-version') return [];
    const finding = diagnostic(fault, manifest);
    return [{ ...withoutFix(finding), severity: 'note', help: doubtfulHelp(finding, target) }];
  });
}
