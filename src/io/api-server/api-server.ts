import { needsApiServer } from '../../engine/schema/server/needs-api-server.ts';
import type { ServerAnswer, ServerRequest } from '../../engine/schema/server/server-request.ts';
import type { Source } from '../../engine/source.ts';
import { answersTo, askProgram, type JudgeRequest } from './answer-requests.ts';

/** The API server's own code, in this thread or in another one. */
export interface ApiServer {
  /** Begins to load the code where one of the texts wants it. */
  loadFor(sources: readonly Source[] | undefined): void;
  /** Answers each request, in their order. */
  judge(requests: readonly ServerRequest[]): Promise<readonly ServerAnswer[]>;
}

/** The API server's code in this thread. It is loaded when it is first needed, and keeps its verdicts. */
export const apiServer: ApiServer = {
  loadFor(sources) {
    if (sources?.some(needsApiServer)) void loadApiServer();
  },
  judge: async (requests) => [...answersTo(requests, await loadApiServer())],
};

let loading: Promise<JudgeRequest> | undefined;

/** Reads and compiles the API server's code, once in a process; call it early and await it late. */
export function loadApiServer(): Promise<JudgeRequest> {
  if (loading === undefined) {
    loading = start();
    // Whoever awaits it hears of a failure; whoever fails before that has another one to tell.
    loading.catch(() => {});
  }
  return loading;
}

async function start(): Promise<JudgeRequest> {
  // Even its bridge to JavaScript is not read before it is needed.
  const { load } = await import('../../../kubeval-wasm/validator.ts');
  return kept(askProgram(await load()));
}

/** Verdicts that are kept: a bot reviews the same objects again and again. */
const mostVerdicts = 5_000;
/** Longer objects are rare, and would only fill memory. */
const longestKept = 20_000;

/** Judges what means the same once. */
function kept(judge: JudgeRequest): JudgeRequest {
  const verdicts = new Map<string, ServerAnswer>();
  const definitions = new WeakMap<object, number>();
  let count = 0;
  // A definition has no name of its own that could be trusted.
  const numberOf = (definition: object): number => {
    const number = definitions.get(definition) ?? ++count;
    definitions.set(definition, number);
    return number;
  };
  const keyOf = ({ kind, text, oldText }: ServerRequest, costBudget: number | undefined): string => {
    const name = 'crd' in kind ? `${numberOf(kind.crd)} ${kind.version}` : `${kind.apiVersion} ${kind.kind}`;
    return JSON.stringify([name, costBudget, text, oldText]);
  };
  return (request, costBudget) => {
    const key = keyOf(request, costBudget);
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const answer = judge(request, costBudget);
    if (verdicts.size >= mostVerdicts) verdicts.clear();
    if (key.length <= longestKept) verdicts.set(key, answer);
    return answer;
  };
}
