import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { rules } from '../../../engine/review/codes/rules.ts';
import { applySuppressions } from '../../../engine/review/codes/suppressions.ts';
import { lint } from '../../../engine/rules/lint/findings/lint.ts';
import { withOverrides } from '../../../engine/rules/lint/findings/overrides.ts';
import type { Theme } from '../../../engine/rules/lint/themes.ts';
import { plural } from '../../../engine/text/words/plural.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import type { VisitedFiles } from './read-visit.ts';

/** The rules about what Karpenter needs around it. A review runs them, too. */
const themes: ReadonlySet<Theme> = new Set<Theme>(['IAM and cluster access', 'Karpenter installation']);
/** Rules whose mistakes `doctor` finds itself, with the role that it asks AWS about. */
const ownChecks: ReadonlySet<string> = new Set(['controller-credentials']);
const ofSetup = rules.filter(({ id, theme }) => themes.has(theme) && !ownChecks.has(id));
const codes: ReadonlySet<string> = new Set(ofSetup.map(({ id }) => `lint/${id}`));

/** Checks roles, policies, queues and releases of Karpenter in all files, by the rules of a review. */
export function ruleChecks({ context, place }: VisitedFiles): Check[] {
  const { facts, head, target, karpenter, catalog, settings, origins } = context;
  if (head.manifests.length === 0) return [];

  const { isRegionAssumed, isKarpenterAssumed } = target;
  const findings = lint({
    rules: ofSetup,
    providers: facts.providers,
    head,
    base: null,
    karpenter,
    catalog,
    settings,
    isRegionAssumed,
    isKarpenterAssumed,
  });

  const placed = withOverrides(
    findings.map((diagnostic) => origins.head.trace(diagnostic)),
    settings,
  );

  const isJudged = (code: string): boolean => codes.has(code);
  const { kept } = applySuppressions({ diagnostics: placed, head, base: null, settings, isJudged });

  const checks = kept
    .filter(({ code }) => codes.has(code))
    .map(({ code, severity, message, help = '', span, resource }): Check => {
      const object = resource ? ` ${resource.kind} ${resource.name}` : '';
      const to = checksOf(`${place(span)}${object}`);
      if (severity === 'error') return to.fail(code, message, help);
      return to.warn(code, message, help);
    });

  const version = textIf(!isKarpenterAssumed, ` for Karpenter ${target.karpenterVersion}`);

  if (checks.length > 0) return checks;

  return [
    checksOf('rules').pass(
      'rules/ok',
      `${plural(ofSetup.length, 'rule')} about IAM and the installation found nothing${version}`,
    ),
  ];
}
