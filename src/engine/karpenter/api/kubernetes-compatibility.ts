import { compareMinors } from './versions.ts';

/**
 * Kubernetes minor → the first Karpenter minor that supports it. Source: provider-aws website/content/en/docs/upgrading/compatibility.md,
 * pkg/providers/version/version.go MaxK8sVersion.
 */
const firstKarpenter: Readonly<Record<string, string>> = {
  '1.29': '0.34',
  '1.30': '0.37',
  '1.31': '1.0',
  '1.32': '1.2',
  '1.33': '1.5',
  '1.34': '1.6',
  '1.35': '1.9',
  '1.36': '1.13',
  '1.37': '1.15',
};

/** The lowest Karpenter minor for a Kubernetes minor, if this one is older. Undefined if this one is new enough or that is unknown. */
export function neededKarpenter(kubernetes: string, karpenter: string): string | undefined {
  const first = firstKarpenter[kubernetes];
  if (first !== undefined && compareMinors(karpenter, first) < 0) return first;
  return undefined;
}
