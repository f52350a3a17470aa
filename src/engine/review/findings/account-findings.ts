import type { RelatedObjects } from '../../files/clusters/related-objects.ts';
import type { Removals } from '../../manifest/kept-in-cluster.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { folderOf, type Span } from '../../text/source.ts';
import { changeChecks } from '../codes/rules.ts';
import type { Context } from '../context/context.ts';
import type { ComparedSide } from './ledger-after-rules.ts';

/** What the change does to the resources of a cloud, at its place in the repository, with the environments whose resources they are. */
export function accountFindings(
  { base, head, related, origins }: Context,
  { scopes, removals }: { readonly scopes: readonly Context[]; readonly removals: Removals | undefined },
): readonly Diagnostic[] {
  if (base === null) return [];

  const sides = { base: accountSide(base, related.base()), head: accountSide(head, related.head()), removals };
  const there = new Set(head.files.map(({ source }) => source.file));
  const isOnlyInBase = ({ file }: Span): boolean =>
    !there.has(file) && base.files.some(({ source }) => source.file === file);

  // Of something that only the base has, the head can show the file at most.
  const placed = (span: Span): Span => {
    if (!isOnlyInBase(span)) return span;
    return { file: origins.base.span(span).file, start: 0, end: 0 };
  };

  const findings = changeChecks.flatMap((check) =>
    check(sides).map((finding) => ({
      ...origins.head.trace({
        ...finding,
        span: placed(finding.span),
        labels: finding.labels.map((label) => ({ ...label, span: placed(label.span) })),
      }),
      ...environmentsOf(finding, scopes),
    })),
  );

  const refused = refusedFolders(head);
  return findings.filter(({ code, span }) => !code.startsWith('terraform/') || !refused.has(folderOf(span.file)));
}

/** The folders that Terraform refuses, so that it does nothing in them. */
const refusedFolders = ({ files }: ManifestSet): ReadonlySet<string> =>
  new Set(
    files
      .flatMap(({ diagnostics }) => diagnostics)
      .filter(({ severity }) => severity === 'error')
      .flatMap(({ refusedRoots = [] }) => refusedRoots),
  );

/** What the rules of clouds read of one side. */
export const accountSide = (all: ManifestSet, { clusterOf }: RelatedObjects): ComparedSide => ({
  all,
  manifests: all.manifests,
  clusterOf,
});

/** The environments of the root that a finding is about, if there are several environments. */
function environmentsOf({ span }: Diagnostic, scopes: readonly Context[]): Pick<Diagnostic, 'cluster' | 'clusters'> {
  const named = scopes.filter(({ environment }) => environment !== null);
  if (named.length < 2) return {};

  const names = named.filter(({ owns }) => owns(span.file)).map(({ environment }) => environment!);
  const [first, ...others] = names;
  if (first === undefined) return {};
  if (others.length === 0) return { cluster: first };
  return { clusters: names };
}
