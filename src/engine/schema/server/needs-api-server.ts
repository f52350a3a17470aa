import { karpenterGroupPattern } from '../../manifest/karpenter-kinds.ts';
import type { Source } from '../../source.ts';

/** What justifies starting the API server's code: a Karpenter API, or a CustomResourceDefinition in the repository. */
const relevant = new RegExp(
  String.raw`\b${karpenterGroupPattern}/v\d|\bkind["']?[ \t]*:[ \t]*["']?(?:CapacityBuffer|CustomResourceDefinition)\b`,
);

/** Whether a text contains something that the API server's code should validate. */
export const needsApiServer = ({ text }: Source): boolean => relevant.test(text);
