import { asMapping, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { covers } from '../../text/words/covers.ts';
import type { FargateProfile } from './account.ts';

/**
 * Whether a Fargate profile takes the pods of Karpenter's controller in a namespace; undefined if that is unknown. Namespaces and labels may be
 * patterns with `*` and `?`. Source: docs.aws.amazon.com/eks/latest/userguide/fargate-profile.html, "Fargate profile wildcards".
 */
export function takesController({ manifest, path }: FargateProfile, namespace: string): boolean | undefined {
  const selectors = manifest.get(path);
  const answers = (Array.isArray(selectors) ? (selectors as readonly Value[]) : [selectors]).map((selector) =>
    selects(selector, namespace),
  );
  if (answers.includes(true)) return true;
  if (answers.includes(undefined)) return undefined;
  return false;
}

/** Whether a Fargate profile takes pods of a namespace, or may. */
export function mayTakeNamespace({ manifest, path }: FargateProfile, namespace: string): boolean {
  const selectors = manifest.get(path);
  return (Array.isArray(selectors) ? (selectors as readonly Value[]) : [selectors]).some((selector) => {
    const pattern = asMapping(selector)?.namespace;
    return typeof pattern !== 'string' || hasPlaceholder(pattern) || covers(pattern, namespace);
  });
}

function selects(selector: Value | undefined, namespace: string): boolean | undefined {
  const { namespace: pattern, labels } = asMapping(selector) ?? {};
  if (typeof pattern !== 'string' || hasPlaceholder(pattern)) return undefined;
  if (!covers(pattern, namespace)) return false;

  const wanted = Object.entries(asMapping(labels) ?? {});
  if (hasPlaceholder(labels) || wanted.some((entry) => entry.some(hasPlaceholder))) return undefined;

  return wanted.every(([key, value]) => key === 'app.kubernetes.io/name' && covers(String(value), 'karpenter'));
}
