import { karpenterGroupPattern } from '../../../manifest/model/karpenter-kinds.ts';
import { providerApiPattern } from '../../../manifest/model/provider-kinds.ts';
import type { Source } from '../../../text/source.ts';

/** What justifies starting the API server's code: a Karpenter API, a node class, or a CustomResourceDefinition in the repository. */
const relevant = new RegExp(
  String.raw`\b(?:${karpenterGroupPattern}/v\d|${providerApiPattern})|\bkind["']?[ \t]*:[ \t]*["']?(?:CapacityBuffer|CustomResourceDefinition)\b`,
);

/** Whether a text contains something that the API server's code should validate. */
export const needsApiServer = ({ text }: Source): boolean => relevant.test(text);
