import type { Validator } from '../../../kubeval-wasm/validator.ts';
import { karpenterGroupPattern } from '../../engine/manifest/karpenter-kinds.ts';
import type { ApiServer } from '../../engine/schema/server/server-request.ts';
import type { Source } from '../../engine/source.ts';
import { type Answer, answerOf, VerdictKeys } from './answer-requests.ts';

/** What the API server's code is worth its start for: a Karpenter API, or a definition that comes with its objects. */
const isWorthIt = new RegExp(
  String.raw`\b${karpenterGroupPattern}/v\d|\bkind["']?[ \t]*:[ \t]*["']?(?:CapacityBuffer|CustomResourceDefinition)\b`,
);

/** Whether a text holds something that the API server's code should judge. */
export const wantsApiServer = ({ text }: Source): boolean => isWorthIt.test(text);

let loading: Promise<ApiServer> | undefined;

/** Reads and compiles the API server's code, once in a process; call it early and await it late. */
export function loadApiServer(): Promise<ApiServer> {
  if (loading === undefined) {
    loading = start();
    // Whoever awaits it hears of a failure; whoever fails before that has another one to tell.
    loading.catch(() => {});
  }
  return loading;
}

async function start(): Promise<ApiServer> {
  // Even its bridge to JavaScript is not read before it is needed.
  const { load } = await import('../../../kubeval-wasm/validator.ts');
  return asApiServer(await load());
}

/** The API server's code where one of the texts wants it, else nothing, at no cost. */
export function apiServerFor(...sides: readonly (readonly Source[] | undefined)[]): Promise<ApiServer> | undefined {
  return sides.some((sources) => sources?.some(wantsApiServer)) ? loadApiServer() : undefined;
}

/** Verdicts that are kept: a bot reviews the same objects again and again, a review each object on both sides. */
const mostVerdicts = 5_000;
/** Longer objects are rare, and would only fill memory. */
const longestKept = 20_000;

function asApiServer(validator: Validator): ApiServer {
  const builtins = new Set(validator.builtinKinds());
  const keys = new VerdictKeys();
  const verdicts = new Map<string, Answer>();
  return {
    knows: (apiVersion, kind) => builtins.has(`${apiVersion} ${kind}`),
    judge(request) {
      const key = keys.keyOf(request);
      const known = verdicts.get(key);
      if (known !== undefined) return known;
      const answer = answerOf(validator, request);
      if (verdicts.size >= mostVerdicts) verdicts.clear();
      if (key.length <= longestKept) verdicts.set(key, answer);
      return answer;
    },
  };
}
