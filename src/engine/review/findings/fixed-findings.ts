import type { Ledger } from '../../changes/ledger/ledger.ts';
import type { Change } from '../../manifest/change.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { type Diagnostic, isAtLeast, type ResourceRef } from '../../text/diagnostic.ts';
import { rules } from '../codes/rules.ts';
import { subjectOfFinding } from './novelty.ts';

/** What decides whether a finding is fixed, and not only no longer seen. */
interface FixContext {
  /** All findings of head, with suppressed ones. */
  readonly head: readonly Diagnostic[];
  /** The objects of head. */
  readonly manifests: readonly Manifest[];
  readonly changes: readonly Change[];
  readonly ledger: Ledger | null;
  /** The workloads whose pods fit no NodePool in head, such as `Deployment/default/web`, whichever finding says so. */
  readonly unschedulable: ReadonlySet<string>;
}

/**
 * The errors and warnings of base that the change fixes. A finding that is gone may only be no longer seen: its object
 * is removed, or a value became unknown. So its object has to be there, and every place of the change has to be
 * understood. An object with a new error may only be unusable, and pods may still fit no NodePool for another reason. A
 * new problem of the same theme takes the place of the old one: images that no longer follow releases of one Kubernetes
 * version may now follow those of all. `base` are the findings as head would have them.
 */
export function fixedFindings(
  base: readonly Diagnostic[],
  { head, manifests, changes, ledger, unschedulable }: FixContext,
): readonly Diagnostic[] {
  if (ledger === null || ledger.counts['not understood'] > 0) return [];

  const kept = new Set(head.map(subjectOfFinding));
  const before = new Set(base.map(subjectOfFinding));
  // What an object does no longer matters once it cannot be used at all.
  const broken = new Set(
    head.flatMap((diagnostic) => {
      const { severity, resource } = diagnostic;
      if (severity !== 'error' || resource === null || before.has(subjectOfFinding(diagnostic))) return [];
      return keyOf(resource);
    }),
  );
  const replaced = new Set(
    head.flatMap((diagnostic) => {
      if (!isAtLeast(diagnostic.severity, 'warning') || before.has(subjectOfFinding(diagnostic))) return [];
      return themeOf(diagnostic) ?? [];
    }),
  );
  const addedOrRemoved = new Set(
    changes.flatMap(({ type, resource }) => {
      if (type === 'modified') return [];
      return keyOf(resource);
    }),
  );
  const objects = new Set(
    manifests.flatMap((manifest) => {
      if (manifest.isPartial) return [];
      return keyOf(manifest);
    }),
  );
  const isPending = ({ code, resource }: Diagnostic): boolean =>
    code.startsWith('provisioning/') && resource !== null && unschedulable.has(workloadOf(resource));
  const isThere = ({ resource }: Diagnostic): boolean =>
    resource !== null &&
    !addedOrRemoved.has(keyOf(resource)) &&
    !broken.has(keyOf(resource)) &&
    objects.has(keyOf(resource));

  return base.filter(
    (diagnostic) =>
      isAtLeast(diagnostic.severity, 'warning') &&
      !kept.has(subjectOfFinding(diagnostic)) &&
      !replaced.has(themeOf(diagnostic) ?? '') &&
      isThere(diagnostic) &&
      !isPending(diagnostic),
  );
}

const workloadOf = ({ kind, namespace = 'default', name }: ResourceRef): string => `${kind}/${namespace}/${name}`;

const themes = new Map(rules.map(({ id, theme }) => [`lint/${id}`, theme]));

/** The object of a finding with the theme of its rule, or undefined if it has none of them. */
function themeOf({ code, resource }: Diagnostic): string | undefined {
  const theme = themes.get(code);
  if (theme === undefined || resource === null) return undefined;
  return `${theme} ${keyOf(resource)}`;
}

type Named = Pick<ResourceRef, 'kind' | 'name'> & { readonly namespace?: string | undefined };

const keyOf = ({ kind, namespace, name }: Named): string => JSON.stringify([kind, namespace, name]);
