import { validateSchema } from '../../files/schema/validate.ts';
import { karpenter as capabilities } from '../../karpenter/api/karpenter.ts';
import { isOfUnreadObject } from '../../manifest/read-by-karpenter.ts';
import { type LintInput, lint, type RuleTimer } from '../../rules/lint/findings/lint.ts';
import { withOverrides } from '../../rules/lint/findings/overrides.ts';
import type { LintDiagnostic } from '../../rules/lint/rule.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { rules } from '../codes/rules.ts';
import { type Context, knownOn, manifestsOn } from '../context/context.ts';
import { withoutDuplicates } from '../context/duplicate-findings.ts';
import { namedMinor } from '../context/karpenter-version.ts';
import type { Verdicts } from '../context/verdict-requests.ts';
import { customFindings, type RuleVerdicts } from '../custom-rules/custom-findings.ts';
import { badKarpenter } from '../upgrade/bad-karpenter.ts';
import { choiceOfNodes } from '../upgrade/choice-of-nodes.ts';
import { compatibility } from '../upgrade/compatibility.ts';
import { ignoredChanges } from '../upgrade/ignored-changes.ts';
import { installationChange } from '../upgrade/installation-change.ts';
import { karpenterSettingsChange } from '../upgrade/karpenter-settings-change.ts';
import { karpenterUpgrade } from '../upgrade/karpenter-upgrade.ts';
import { kubernetesUpgrade } from '../upgrade/kubernetes-upgrade.ts';
import { removedCrds } from '../upgrade/removed-crds.ts';
import { unmanagedCrds } from '../upgrade/unmanaged-crds.ts';
import { upgradePath } from '../upgrade/upgrade-path.ts';
import { agingApis, otherVersions, withDoubts } from './assumed-version.ts';
import { aboutServed } from './findings-of-served-objects.ts';
import { asNotesElsewhere } from './notes-of-other-clusters.ts';
import { aboutWritten } from './objects-left-in-cluster.ts';
import { decidedOnly, withoutUndecided } from './objects-that-may-not-exist.ts';
import { withOlderCrds } from './of-older-crds.ts';

/** Findings of rules and upgrades on one side, by scope. They do not need the API server's code. */
export type RuleFindings = ReadonlyMap<Context, readonly Diagnostic[]>;

/** Runs the rules on one side of each scope. */
export const ruleFindings = (
  scopes: readonly Context[],
  side: 'base' | 'head',
  timer: RuleTimer | undefined,
): RuleFindings =>
  new Map(
    scopes.map((scope) => {
      const linted = lintFindings(scope, side, timer);
      const { target } = knownOn(scope, side);
      const isNamed = (version: 'karpenter' | 'kubernetes'): boolean => target.onlyInHead?.includes(version) !== true;

      const upgrades = [
        ...(isNamed('karpenter') && isNamed('kubernetes') ? compatibility(target) : []),
        ...(isNamed('karpenter') ? badKarpenter(target, scope.facts) : []),
        ...(side === 'head' ? upgradesIn(scope, linted) : []),
      ];

      return [scope, [...linted, ...(areVersionsOf(scope, scopes) ? upgrades : [])]];
    }),
  );

/** Whether a scope has versions of its own. Objects that all clusters share have those of all, and examples have none. */
const areVersionsOf = (scope: Context, [first]: readonly Context[]): boolean =>
  scope.environment !== null || scope === first;

/** What is known about one side. */
interface SideVerdicts {
  readonly ruled: RuleFindings;
  readonly verdicts: Verdicts | null;
  readonly custom: RuleVerdicts | null;
}

/**
 * Findings of schema and rules on one side, moved to their place in the repository. Each scope's own objects are checked with the
 * CRDs, capabilities, prices and severities of that scope.
 */
export function scopeFindings(
  scopes: readonly Context[],
  side: 'base' | 'head',
  { ruled, verdicts, custom }: SideVerdicts,
): Diagnostic[] {
  const diagnostics = scopes.flatMap((scope) => {
    const all = [
      ...schemaFindings(scope, side, verdicts),
      ...ruled.get(scope)!,
      ...customFindings(scope, side, custom),
    ];

    const written = side === 'head' ? aboutWritten(all, scope) : all;
    const ofScope = scopes.length === 1 ? written : written.filter((finding) => isReportedIn(scope, finding));
    const cluster = scopes.length > 1 ? scope.environment : null;
    const placed = ofScope
      .map((diagnostic) => scope.origins[side].trace(diagnostic))
      .map((diagnostic) => {
        if (cluster === null) return diagnostic;
        return { ...diagnostic, cluster };
      });

    return withOverrides(placed, scope.settings);
  });

  if (scopes.length === 1) return diagnostics;
  return withoutDuplicates(diagnostics);
}

/** Whether a scope reports a finding. A version that several environments share is reported once, if any of them has a finding about it. */
const isReportedIn = (scope: Context, { code, span }: Diagnostic): boolean => {
  if (code.startsWith('upgrade/')) return scope.sees(span.file);
  return scope.owns(span.file);
};

const upgradesIn = (scope: Context, linted: readonly Diagnostic[]): Diagnostic[] => [
  ...removedCrds(scope),
  ...ignoredChanges(scope),
  ...upgradePath(scope),
  ...choiceOfNodes(scope),
  ...karpenterUpgrade(scope),
  ...unmanagedCrds(scope),
  ...karpenterSettingsChange(scope),
  // The rule also says which queue it is.
  ...installationChange(scope, { isQueueReported: linted.some(({ code }) => code === 'lint/interruption-queue') }),
  ...kubernetesUpgrade(scope),
];

/** What the schemas, and the API server's code, say about the objects of one side of a scope. */
export function schemaFindings(scope: Context, side: 'base' | 'head', verdicts: Verdicts | null): Diagnostic[] {
  const { facts, settings } = scope;
  const { pack, target, olderCrds } = knownOn(scope, side);
  const manifests = manifestsOn(scope, side);

  const shared = {
    ...(side === 'head' && { oldOf: scope.oldOf }),
    ...(settings.kubernetesVersion !== undefined && { kubernetesVersion: settings.kubernetesVersion }),
    crds: facts.crds,
  };

  const all = validateSchema(manifests, pack, {
    karpenterVersion: namedMinor(target),
    ...shared,
    ...(verdicts && { server: { questions: verdicts.asked.questions.get(scope)![side], answers: verdicts.answers } }),
  });

  const explained = olderCrds ? withOlderCrds(all, manifests, { olderCrds, target, facts }) : all;
  const diagnostics = asNotesElsewhere(explained.map(asNoteIfUnread), target, manifests);
  const others = otherVersions(target);
  if (others.length === 0 || diagnostics.length === 0) return [...diagnostics, ...agingApis(manifests, target)];

  // Only our own validator knows the CRDs of other versions. What only the API server's code finds is left as it is.
  const files = new Set(diagnostics.map(({ span }) => span.file));
  const doubted = manifests.filter(({ source }) => files.has(source.file));

  // What one version checks by its CRDs, the controller of another one may refuse.
  const controllers = controllerFindings(scope, side, others);
  const compared = {
    assumed: [...validateSchema(doubted, pack, shared), ...controllers.assumed],
    others: others.map((minor, i) => [
      ...validateSchema(doubted, facts.crds(minor), shared),
      ...(controllers.others[i] ?? []),
    ]),
  };

  return [...withDoubts(diagnostics, target, compared), ...agingApis(manifests, target)];
}

/** What rules find that say what Karpenter's controller refuses, with the assumed version and with others. */
function controllerFindings(
  scope: Context,
  side: 'base' | 'head',
  others: readonly string[],
): { readonly assumed: readonly Diagnostic[]; readonly others: readonly (readonly Diagnostic[])[] } {
  const input = { ...lintInput(scope, side), rules: rules.filter(({ id }) => controllerRules.has(id)) };
  return {
    assumed: lint(input),
    others: others.map((minor) => lint({ ...input, karpenter: capabilities(minor) })),
  };
}

/** Rules that check what the CRDs of other versions check. */
const controllerRules: ReadonlySet<string> = new Set(['refused-kubelet-settings']);

/** The change is reviewed for Karpenter. Whoever applies the other objects hears from the API server about them. */
const asNoteIfUnread = (diagnostic: Diagnostic): Diagnostic => {
  if (isOfUnreadObject(diagnostic)) return { ...diagnostic, severity: 'note' };
  return diagnostic;
};

/** What the rules read of one side of a scope. */
function lintInput(scope: Context, side: 'base' | 'head'): LintInput {
  const { facts, base, head } = scope;
  const { karpenter, catalog, settings, target } = knownOn(scope, side);

  return {
    rules,
    providers: facts.providers,
    head: side === 'head' ? head : base!,
    base: side === 'head' ? base : null,
    karpenter,
    catalog,
    isRegionAssumed: scope.target.isRegionAssumed,
    isKarpenterAssumed: target.isKarpenterAssumed,
    settings,
    related: scope.related[side],
    relatedBase: scope.related.base,
    badReleases: facts.badReleases,
  };
}

function lintFindings(scope: Context, side: 'base' | 'head', timer: RuleTimer | undefined): readonly LintDiagnostic[] {
  const { target } = knownOn(scope, side);
  const input = lintInput(scope, side);

  const all = aboutServed(lint({ ...input, ...(timer && { timer }) }), scope, side);

  const diagnostics = withoutUndecided(all, input.head, (doubtful) => {
    const codes = new Set([...doubtful].map(({ code }) => code));
    return lint({ ...input, head: decidedOnly(input.head), rules: rules.filter(({ id }) => codes.has(`lint/${id}`)) });
  });

  const codes = new Set(diagnostics.map(({ code }) => code));
  const speaking = rules.filter(({ id }) => codes.has(`lint/${id}`));
  const others = otherVersions(target).map((minor) =>
    lint({ ...input, karpenter: capabilities(minor), rules: speaking }),
  );

  if (others.length === 0) return diagnostics;
  return withDoubts(diagnostics, target, { assumed: diagnostics, others });
}
