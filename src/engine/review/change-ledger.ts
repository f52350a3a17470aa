import type { ChangedFile, RepositoryChange } from '../changes/ledger/changed-file.ts';
import { type Ledger, ledgerOf } from '../changes/ledger/ledger.ts';
import type { LedgerInput, LedgerSide } from '../changes/ledger/ledger-input.ts';
import { opaqueChanges } from '../changes/ledger/opaque-changes.ts';
import type { OpaqueChange } from '../changes/plan/opaque-item.ts';
import { knownResources } from '../karpenter/cloud-provider/cloud-provider.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { compareNames } from '../text/name-order.ts';
import type { OpenedReview } from './context/opened-review.ts';
import type { SourceSet } from './context/source-set.ts';

/** What is known about each changed place of a review. */
export interface AccountedChange {
  readonly ledger: Ledger;
  /** What no plan of objects shows. Empty for a host that has no repository. */
  readonly opaque: readonly OpaqueChange[];
}

/** Accounts for each changed place of a review; null if there is nothing to compare with. */
export function accountedChange({ input, whole }: OpenedReview): AccountedChange | null {
  if (input.base === null || whole.base === null) return null;
  const compared: LedgerInput = {
    changed: input.changed ?? changedIn(input.base, input.head),
    base: asLedgerSide(input.base, whole.base),
    head: asLedgerSide(input.head, whole.written),
    resources: knownResources(whole.facts.providers),
    environments: input.settings.environments,
  };

  const ledger = ledgerOf(compared);
  return { ledger, opaque: input.changed ? opaqueChanges(compared, ledger) : [] };
}

function asLedgerSide(side: SourceSet, set: ManifestSet): LedgerSide {
  const { roots = [], terraform = [], usedFiles = new Set() } = side;
  return { ...side, set, roots, terraform, usedFiles };
}

/** The files that differ among those that the sides have, for a host that has no repository. */
function changedIn(base: SourceSet, head: SourceSet): RepositoryChange {
  const [old, now] = [textsOf(base), textsOf(head)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort(compareNames);
  const files = names.filter((path) => old.get(path) !== now.get(path));

  return {
    files: files.map((path): ChangedFile => ({ path, before: old.get(path), after: now.get(path) })),
    has: (path) => old.has(path) || now.has(path),
  };
}

const textsOf = ({ sources, hintSources, originals = [] }: SourceSet): ReadonlyMap<string, string> =>
  new Map(
    [...hintSources, ...originals, ...sources].flatMap(({ file, text, origin }) => {
      if (origin === undefined) return [[file, text] as const];
      return [];
    }),
  );
