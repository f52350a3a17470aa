import { Agent, request } from 'node:https';
import type { RecordedCase } from '../../../kubeval-wasm/recorded-case.ts';
import type { ApiServer } from '../../apiserver/api-server.ts';
import type { Json, JsonObject } from './json.ts';
import type { Question } from './mutations.ts';

/** An answer of the server. */
interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  /** Texts of the warning headers, with their bytes as Latin-1. */
  readonly warnings: readonly string[];
}

type Recorded = Pick<RecordedCase, 'strict' | 'lenient'>;

/** Asks a real API server as kubectl does, with dry runs. Only the objects before an update are really created. */
export class Questioner {
  readonly #server: ApiServer;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(server: ApiServer) {
    this.#server = server;
  }

  /** The server's answer about an object. Undefined if it rejects the object before an update. */
  async ask(
    question: Pick<Question, 'apiVersion' | 'kind' | 'text' | 'oldText'>,
    plural: string,
    isNamespaced: boolean,
  ): Promise<Recorded | undefined> {
    const root = question.apiVersion.includes('/') ? '/apis' : '/api';
    const path = `${root}/${question.apiVersion}/${isNamespaced ? 'namespaces/default/' : ''}${plural}`;
    if (question.oldText === undefined) {
      return recorded(async (mode) =>
        withoutUid(await this.#send('POST', `${path}?dryRun=All&fieldValidation=${mode}`, question.text), question),
      );
    }
    const old = await this.#send('POST', path, question.oldText);
    if (old.status !== 201) return undefined;
    const { name, resourceVersion } = old.body.metadata as { name: string; resourceVersion: string };
    const text = withResourceVersion(asApplied(question, old.body), resourceVersion);
    const answer = await recorded(async (mode) =>
      withoutUid(await this.#send('PUT', `${path}/${name}?dryRun=All&fieldValidation=${mode}`, text), question),
    );
    await this.#send('DELETE', `${path}/${name}`, '');
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, text: string): Promise<Answer> {
    const { server, ca, tokens } = this.#server;
    const headers = {
      authorization: `Bearer ${tokens.admin}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${server}${path}`, { method, ca, headers, agent: this.#agent }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const headers = response.rawHeaders;
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
          warnings: headers.flatMap((name, i) =>
            i % 2 === 0 && /^warning$/i.test(name) ? warnings(headers[i + 1]!) : [],
          ),
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

/** The server gives a Job a selector at creation. An apply of a manifest without one does not change it. */
function asApplied({ text, kind }: Pick<Question, 'text' | 'kind'>, live: JsonObject): string {
  if (kind !== 'Job') return text;
  const { selector, template } = live.spec as { selector: Json; template: JsonObject };
  const object = JSON.parse(text);
  if (object.spec.selector !== undefined || object.spec.manualSelector) return text;
  object.spec.selector = selector;
  const { labels } = template.metadata as JsonObject;
  object.spec.template.metadata = { ...object.spec.template.metadata };
  object.spec.template.metadata.labels = {
    ...object.spec.template.metadata.labels,
    ...generated(labels as JsonObject),
  };
  return JSON.stringify(object);
}

const generated = (labels: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => /controller-uid$|job-name$/.test(name)));

/** A server generates the uid of a Job, and its labels and messages contain it. */
function withoutUid(answer: Answer, { kind }: Pick<Question, 'kind'>): Answer {
  if (kind !== 'Job') return answer;
  const uid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  return { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll(uid, noUid)) };
}

const noUid = '00000000-0000-0000-0000-000000000000';

/** Puts the stored version into the text. The rest of the text stays the same, because it may contain unusual notations of numbers. */
function withResourceVersion(text: string, resourceVersion: string): string {
  const object = JSON.parse(text);
  const { metadata } = object;
  const isFree =
    typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) && !('resourceVersion' in metadata);
  return isFree ? text.replace(/"metadata":\{/, `"metadata":{"resourceVersion":"${resourceVersion}",`) : text;
}

/** Texts of one header: `299 - "text", 299 - "text"`. */
const warnings = (header: string): string[] =>
  [...header.matchAll(/299 - "((?:\\.|[^"\\])*)"/g)].map(([, text]) => text!.replaceAll(/\\(.)/g, '$1'));

async function recorded(ask: (mode: 'Strict' | 'Warn') => Promise<Answer>): Promise<Recorded> {
  const [strict, lenient] = [await ask('Strict'), await ask('Warn')];
  return {
    strict: answer(strict),
    lenient: { ...answer(lenient), ...(lenient.status < 300 && { object: answered(lenient.body) }) },
  };
}

interface Status {
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { reason: string; message: string; field?: string }[] };
}

function answer({ status, body, warnings }: Answer): RecordedCase['strict'] {
  const texts = warnings.length > 0 ? { warnings: [...warnings].sort() } : {};
  if (status < 300) return { status, ...texts };
  const { reason = '', message = '', details } = body as Status;
  const causes = (details?.causes ?? []).map((cause) => ({
    field: cause.field ?? '',
    reason: cause.reason,
    message: cause.message,
  }));
  causes.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { status, reason, message, ...(causes.length > 0 && { causes }), ...texts };
}

const invented = ['uid', 'creationTimestamp', 'managedFields', 'generation', 'resourceVersion', 'selfLink'];

/** The returned object without generated values. */
function answered(body: JsonObject): JsonObject {
  const metadata = Object.entries(body.metadata as JsonObject).filter(([name]) => !invented.includes(name));
  return { ...body, metadata: Object.fromEntries(metadata) };
}

/** What both requests have in common is stored once. */
export function compact({ strict, lenient }: Recorded): Recorded {
  const { warnings, object, ...answer } = lenient;
  const { warnings: _, ...strictAnswer } = strict;
  if (JSON.stringify(answer) !== JSON.stringify(strictAnswer)) return { strict, lenient };
  return {
    strict,
    lenient: {
      status: lenient.status,
      sameAsStrict: true,
      ...(warnings && { warnings }),
      ...(object !== undefined && { object }),
    },
  };
}
