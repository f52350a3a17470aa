import { type MessagePort, workerData } from 'node:worker_threads';
import type { ServerAnswer, ServerRequest } from '../../engine/schema/server/server-request.ts';
import { answersTo, askProgram, type JudgeRequest } from './answer-requests.ts';

/** What the thread is started with. */
export interface VerdictThreadData {
  /** Where it answers. */
  readonly port: MessagePort;
}

/** The first one, whatever it says, has the program loaded; `many` says that optimising it while it runs pays. */
export type ToThread = 'load' | 'many' | { readonly requests: readonly ServerRequest[] };

/** The next answers, in the order of the requests; an error is the end. */
export type FromThread = { readonly answers: readonly ServerAnswer[] } | { readonly error: unknown };

/** Waits until it is needed, then judges what is sent, one request after the other. Whatever happens, the other side hears of it. */
export function serveVerdicts(): void {
  const { port } = workerData as VerdictThreadData;
  const tell = (message: FromThread): void => port.postMessage(message);
  let isForMany = false;
  let loading: Promise<JudgeRequest> | undefined;
  port.on('message', async (message: ToThread) => {
    try {
      isForMany ||= message === 'many';
      loading ??= loadJudge(() => isForMany);
      // Whoever waits first goes on first, so the order stays.
      const judge = await loading;
      if (typeof message === 'object') answer(message.requests, { judge, tell });
    } catch (error) {
      tell({ error });
    }
  });
}

async function loadJudge(isForMany: () => boolean): Promise<JudgeRequest> {
  const { load } = await import('../../../kubeval-wasm/validator.ts');
  return askProgram(await load({ isForMany }));
}

/** Every so many milliseconds the other side hears that something goes on. */
const silence = 1000;

interface Answering {
  readonly judge: JudgeRequest;
  readonly tell: (message: FromThread) => void;
}

function answer(requests: readonly ServerRequest[], { judge, tell }: Answering): void {
  let answers: ServerAnswer[] = [];
  let told = performance.now();
  for (const one of answersTo(requests, judge)) {
    answers.push(one);
    if (performance.now() - told < silence) continue;
    tell({ answers });
    [answers, told] = [[], performance.now()];
  }
  if (answers.length > 0) tell({ answers });
}
