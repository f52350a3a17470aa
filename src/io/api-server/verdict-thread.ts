import { type MessagePort, workerData } from 'node:worker_threads';
import type { ServerAnswer, ServerRequest } from '../../engine/schema/server/server-request.ts';
import { answersTo, askProgram, type JudgeRequest } from './answer-requests.ts';

/** The data that the thread starts with. */
export interface VerdictThreadData {
  /** The port for its answers. */
  readonly port: MessagePort;
}

/** The first message, whatever it is, makes the thread load the program. `many` means that optimizing it while it runs saves time. */
export type ToThread = 'load' | 'many' | { readonly requests: readonly ServerRequest[] };

/** The next answers, in the order of the requests. After an error there are no more. */
export type FromThread = { readonly answers: readonly ServerAnswer[] } | { readonly error: unknown };

/** Loads the program when it is needed, then judges one request after the other. Every failure is sent to the other side. */
export function serveVerdicts(): void {
  const { port } = workerData as VerdictThreadData;
  const tell = (message: FromThread): void => port.postMessage(message);
  let isForMany = false;
  let loading: Promise<JudgeRequest> | undefined;
  port.on('message', async (message: ToThread) => {
    try {
      isForMany ||= message === 'many';
      loading ??= loadJudge(() => isForMany);
      // Waiting handlers continue in their order, so the order of messages stays.
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

/** How often, in milliseconds, the thread reports that it is still working. */
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
