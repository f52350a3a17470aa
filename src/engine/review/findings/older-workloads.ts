import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { isOfKarpenter } from '../../manifest/model/karpenter-kinds.ts';
import { providerKindOf } from '../../manifest/model/provider-kinds.ts';
import { rules } from '../codes/rules.ts';
import type { Finding } from '../context/finding.ts';
import type { ChangedTexts } from './changed-lines.ts';

/** The codes of rules about workloads. */
const ofWorkloads: ReadonlySet<string> = new Set(
  rules.filter(({ theme }) => theme === 'Workloads').map(({ id }) => `lint/${id}`),
);

/**
 * Makes findings of rules about workloads existing ones if the change brings the first objects of Karpenter and does not edit the files of the
 * workloads: rules look at them only now, and what they find was there before. An error stays new.
 */
export function withOlderWorkloads(
  findings: readonly Finding[],
  base: ManifestSet,
  texts: ChangedTexts,
): readonly Finding[] {
  const hadNodes = base.manifests.some(({ ref }) => isOfKarpenter(ref) || providerKindOf(ref) !== undefined);
  if (hadNodes) return findings;

  const isSame = (file: string): boolean => texts.base.has(file) && texts.base.get(file) === texts.head.get(file);

  return findings.map((finding) => {
    const { code, severity, span, labels } = finding.diagnostic;
    const files = [span, ...labels.map((label) => label.span)].map(({ file }) => file);
    if (!ofWorkloads.has(code) || severity === 'error' || !files.every(isSame)) return finding;
    return { ...finding, isNew: false };
  });
}
