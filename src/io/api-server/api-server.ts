import { needsApiServer } from '../../engine/files/schema/server/needs-api-server.ts';
import type { ServerAnswer, ServerRequest } from '../../engine/files/schema/server/server-request.ts';
import type { KubectlReading } from '../../engine/review/readings/kubectl-reading.ts';
import type { RuleAnswer, RuleRequest } from '../../engine/rules/custom-rules/rule-request.ts';
import type { Source } from '../../engine/text/source.ts';
import {
  answersTo,
  askAboutRules,
  askProgram,
  askToRead,
  type EvaluateRule,
  type JudgeRequest,
  type ReadText,
  ruleAnswers,
} from './answer-requests.ts';

/** The API server's own code, in this thread or in another one. */
export interface ApiServer {
  /** Starts to load the code if one of the texts needs it. */
  loadFor(sources: readonly Source[] | undefined): void;
  /** Answers the requests in their order. */
  judge(requests: readonly ServerRequest[]): Promise<readonly ServerAnswer[]>;
  /** Evaluates rules of a configuration, in their order. */
  evaluate(requests: readonly RuleRequest[]): Promise<readonly RuleAnswer[]>;
  /** Reads texts of files as kubectl does, in their order. */
  read(texts: readonly string[]): Promise<readonly KubectlReading[]>;
}

/** The API server's code in this thread. It is loaded on first use, and keeps its verdicts. */
export const apiServer: ApiServer = {
  loadFor(sources) {
    if (sources?.some(needsApiServer)) void loadApiServer();
  },
  judge: async (requests) => [...answersTo(requests, (await loadApiServer()).judge)],
  evaluate: async (requests) => [...ruleAnswers(requests, (await loadApiServer()).evaluate)],
  read: async (texts) => texts.map((await loadApiServer()).read),
};

/** The functions of the loaded code. */
export interface LoadedApiServer {
  readonly judge: JudgeRequest;
  readonly evaluate: EvaluateRule;
  readonly read: ReadText;
}

let loading: Promise<LoadedApiServer> | undefined;

/** Reads and compiles the API server's code once per process. Call it early and await it late. */
export function loadApiServer(): Promise<LoadedApiServer> {
  if (loading === undefined) {
    loading = start();
    // A failure is reported to whoever awaits it. If something else fails first, that error is reported.
    loading.catch(() => {});
  }
  return loading;
}

async function start(): Promise<LoadedApiServer> {
  // Its bridge to JavaScript is also read only when it is needed.
  const { load } = await import('../../../kubeval-wasm/validator.ts');
  const validator = await load();
  return { judge: kept(askProgram(validator)), evaluate: askAboutRules(validator), read: askToRead(validator) };
}

/** How many verdicts to keep. A bot reviews the same objects again and again. */
const mostVerdicts = 5_000;
/** Verdicts of longer objects are not kept, because they are rare and need memory. */
const longestKept = 20_000;

/** Judges equivalent requests only once. */
function kept(judge: JudgeRequest): JudgeRequest {
  const verdicts = new Map<string, ServerAnswer>();
  const definitions = new WeakMap<object, number>();
  let count = 0;

  // The name of a definition from a repository cannot be trusted, so definitions get numbers.
  const numberOf = (definition: object): number => {
    const number = definitions.get(definition) ?? ++count;
    definitions.set(definition, number);
    return number;
  };

  const keyOf = ({ kind, text, oldText }: ServerRequest, costBudget: number | undefined): string => {
    const name = () => {
      if ('crd' in kind) return `${numberOf(kind.crd)} ${kind.version}`;
      return `${kind.apiVersion} ${kind.kind}`;
    };

    return JSON.stringify([name(), costBudget, text, oldText]);
  };

  return (request, costBudget) => {
    const key = keyOf(request, costBudget);
    const cached = verdicts.get(key);
    if (cached !== undefined) return cached;

    const answer = judge(request, costBudget);
    if (verdicts.size >= mostVerdicts) verdicts.clear();
    if (key.length <= longestKept) verdicts.set(key, answer);

    return answer;
  };
}
