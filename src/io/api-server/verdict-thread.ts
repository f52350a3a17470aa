import { type MessagePort, workerData } from 'node:worker_threads';
import type { CustomResourceDefinition } from '../../../kubeval-wasm/validator.ts';
import type { ServedDefinition, ServerRequest } from '../../engine/schema/server/server-request.ts';
import { type Answer, answerOf } from './answer-requests.ts';

/** What the thread is started with. */
export interface VerdictThreadData {
  /** Where it answers. */
  readonly port: MessagePort;
  /** Numbers that both sides see: `answered` and `wanting`. */
  readonly counts: Int32Array;
}

/** How many answers there are, on which the other side can wait. */
export const answered = 0;
/** How many files are known to want an answer. */
export const wanting = 1;

/** From so many files on it pays to optimise the program while it runs. */
const manyFiles = 500;

/** A request whose definition goes by a number, under which it is handed over once. */
export type SentRequest = Omit<ServerRequest, 'kind'> & {
  readonly id: number;
  readonly kind: { readonly definition: number; readonly version: string } | Exclude<ServerRequest['kind'], Custom>;
};

type Custom = { readonly crd: ServedDefinition };

/** The first one, whatever it says, has the program loaded. */
export type ToThread = 'load' | 'kinds' | { readonly definition: number; readonly crd: ServedDefinition } | SentRequest;

/** The built-in kinds that it knows, where they are asked for, and answers by number; an error is the end. */
export type FromThread =
  | { readonly builtinKinds: readonly string[] }
  | { readonly id: number; readonly answer: Answer }
  | { readonly error: unknown };

/** Waits until it is needed, then judges what is sent, one request after the other. Whatever happens, the other side hears of it. */
export function serveVerdicts(): void {
  const { port, counts } = workerData as VerdictThreadData;
  const tell = (message: FromThread): void => {
    port.postMessage(message);
    Atomics.add(counts, answered, 1);
    Atomics.notify(counts, answered);
  };
  let judging: Promise<Judge> | undefined;
  port.on('message', async (message: ToThread) => {
    try {
      judging ??= loadJudge(counts, tell);
      // Whoever waits first goes on first, so the order stays.
      (await judging)(message);
    } catch (error) {
      tell({ error });
    }
  });
}

/** Takes in one message. */
type Judge = (message: ToThread) => void;

async function loadJudge(counts: Int32Array, tell: (message: FromThread) => void): Promise<Judge> {
  const { load } = await import('../../../kubeval-wasm/validator.ts');
  const validator = await load({ isForMany: () => Atomics.load(counts, wanting) >= manyFiles });
  const definitions = new Map<number, CustomResourceDefinition>();
  return (message) => {
    if (message === 'load') return;
    if (message === 'kinds') tell({ builtinKinds: validator.builtinKinds() });
    else if ('crd' in message) definitions.set(message.definition, message.crd as CustomResourceDefinition);
    else tell({ id: message.id, answer: answerOf(validator, received(message, definitions)) });
  };
}

function received(
  { kind, ...request }: SentRequest,
  definitions: ReadonlyMap<number, ServedDefinition>,
): ServerRequest {
  if (!('definition' in kind)) return { ...request, kind };
  return { ...request, kind: { crd: definitions.get(kind.definition)!, version: kind.version } };
}
