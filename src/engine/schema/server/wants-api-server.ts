import { karpenterGroupPattern } from '../../manifest/karpenter-kinds.ts';
import type { Source } from '../../source.ts';

/** What the API server's code is worth its start for: a Karpenter API, or a definition that comes with its objects. */
const isWorthIt = new RegExp(
  String.raw`\b${karpenterGroupPattern}/v\d|\bkind["']?[ \t]*:[ \t]*["']?(?:CapacityBuffer|CustomResourceDefinition)\b`,
);

/** Whether a text holds something that the API server's code should judge. */
export const wantsApiServer = ({ text }: Source): boolean => isWorthIt.test(text);
