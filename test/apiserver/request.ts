import { request as httpsRequest } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads only some fields.
  readonly body: any;
}

interface Question {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly method: string;
  readonly body: object | undefined;
  readonly contentType: string | undefined;
}

/** One HTTPS request with JSON in and out. Rejects only if there is no answer at all. */
export function request({ url, ca, token, method, body, contentType = 'application/json' }: Question): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text && { 'content-type': contentType, 'content-length': String(Buffer.byteLength(text)) }),
    };
    const sent = httpsRequest(url, { method, ca, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const answer = Buffer.concat(chunks).toString('utf8');
      const isJson = response.headers['content-type']?.includes('json') ?? false;
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: isJson ? JSON.parse(answer) : answer,
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
