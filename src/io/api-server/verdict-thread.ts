import { type MessagePort, workerData } from 'node:worker_threads';
import type { ServerAnswer, ServerRequest } from '../../engine/files/schema/server/server-request.ts';
import type { KubectlReading } from '../../engine/review/readings/kubectl-reading.ts';
import type { RuleAnswer, RuleRequest } from '../../engine/rules/custom-rules/rule-request.ts';
import { answersTo, askAboutRules, askProgram, askToRead, type ReadText, ruleAnswers } from './answer-requests.ts';
import type { LoadedApiServer } from './api-server.ts';

/** The data that the thread starts with. */
export interface VerdictThreadData {
  /** The port for its answers. */
  readonly port: MessagePort;
}

/** The first message, whatever it is, makes the thread load the program. `many` means that optimizing it while it runs saves time. */
export type ToThread =
  | 'load'
  | 'many'
  | { readonly requests: readonly ServerRequest[] }
  | { readonly rules: readonly RuleRequest[] }
  | { readonly texts: readonly string[] };

/** The next answers, in the order of the requests. After an error there are no more. */
export type FromThread = { readonly answers: readonly Answer[] } | { readonly error: unknown };

type Answer = ServerAnswer | RuleAnswer | KubectlReading;

/** Loads the program when it is needed, then judges one request after the other. Every failure is sent to the other side. */
export function serveVerdicts(): void {
  const { port } = workerData as VerdictThreadData;
  const tell = (message: FromThread): void => port.postMessage(message);
  let isForMany = false;
  let loading: Promise<LoadedApiServer> | undefined;

  port.on('message', async (message: ToThread) => {
    try {
      isForMany ||= message === 'many';
      loading ??= loadProgram(() => isForMany);
      // Waiting handlers continue in their order, so the order of messages stays.
      const program = await loading;
      if (typeof message !== 'string') tellAll(answersFrom(program, message), tell);
    } catch (error) {
      tell({ error });
    }
  });
}

function answersFrom({ judge, evaluate, read }: LoadedApiServer, message: Exclude<ToThread, string>): Iterable<Answer> {
  if ('rules' in message) return ruleAnswers(message.rules, evaluate);
  if ('texts' in message) return readings(message.texts, read);
  return answersTo(message.requests, judge);
}

function* readings(texts: readonly string[], read: ReadText): Generator<KubectlReading> {
  for (const text of texts) yield read(text);
}

async function loadProgram(isForMany: () => boolean): Promise<LoadedApiServer> {
  const { load } = await import('../../../kubeval-wasm/validator.ts');
  const validator = await load({ isForMany });
  return { judge: askProgram(validator), evaluate: askAboutRules(validator), read: askToRead(validator) };
}

/** How often, in milliseconds, the thread reports that it is still working. */
const silence = 1000;

function tellAll(all: Iterable<Answer>, tell: (message: FromThread) => void): void {
  let answers: Answer[] = [];
  let reportedAt = performance.now();

  for (const answer of all) {
    answers.push(answer);
    if (performance.now() - reportedAt < silence) continue;
    tell({ answers });
    [answers, reportedAt] = [[], performance.now()];
  }

  if (answers.length > 0) tell({ answers });
}
