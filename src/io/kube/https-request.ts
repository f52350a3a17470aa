import { request } from 'node:https';
import type { ClusterConnection } from './connection.ts';

/** One request to an API server. */
export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its query. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
}

/** The response, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly text: string;
}

/** A page of 500 objects has a few megabytes. No response that we ask for is larger. */
const maxBytes = 64 * 1024 * 1024;

/** Sends a request over a new connection and reads the whole response. Rejects if the response does not arrive in time. */
export function httpsRequest(
  connection: ClusterConnection,
  { method, path, body, contentType = 'application/json' }: KubeRequest,
  timeoutMs: number,
): Promise<RawAnswer> {
  const { server, certificateAuthority, tlsServerName, clientCertificate } = connection;
  const url = new URL(`${server.replace(/\/$/, '')}${path}`);

  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headersOf(connection), ...bodyHeaders(body, contentType) },
      agent: false,
      timeout: timeoutMs,
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      ...(tlsServerName !== undefined && { servername: tlsServerName }),
      ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
    });

    // `timeout` only limits silence. This limit also stops a server that sends very slowly.
    const limit = setTimeout(() => sent.destroy(timedOut()), timeoutMs * 2);
    sent.on('timeout', () => sent.destroy(timedOut()));
    sent.on('close', () => clearTimeout(limit));
    sent.on('error', reject);

    sent.on('response', async (response) => {
      try {
        let size = 0;
        const chunks: Buffer[] = [];
        for await (const chunk of response as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) throw new Error('the response is too large');

          chunks.push(chunk);
        }

        const seconds = Number.parseFloat(response.headers['retry-after'] ?? '');
        const retryAfterSeconds = seconds >= 0 ? seconds : undefined;
        resolve({ status: response.statusCode ?? 0, retryAfterSeconds, text: Buffer.concat(chunks).toString('utf8') });
      } catch (error) {
        sent.destroy();
        reject(error);
      }
    });

    sent.end(body);
  });
}

const timedOut = (): Error => Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });

function headersOf({ token, impersonate }: ClusterConnection): Record<string, string | string[]> {
  return {
    accept: 'application/json',
    'user-agent': 'plumbline',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(impersonate && { 'impersonate-user': impersonate.user }),
    ...(impersonate && impersonate.groups.length > 0 && { 'impersonate-group': [...impersonate.groups] }),
  };
}

/** Node sends the body of a DELETE in chunks, which some servers ignore. So the length is always sent. */
const bodyHeaders = (body: string | undefined, contentType: string): Record<string, string> => {
  if (body === undefined) return {};
  return { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) };
};
