import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { domainOf } from './arn.ts';
import type { AwsCredentials } from './aws-session.ts';

/** SHA-256 with the interface that the SDK's signer requires. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      key === undefined ? createHash('sha256') : createHmac('sha256', typeof key === 'string' ? key : bytesOf(key));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }

  reset(): void {}
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
};

/** Signs requests to one service in one region. */
export async function signerFor(service: string, region: string, credentials: AwsCredentials) {
  const { SignatureV4 } = await import('./sts-sdk.ts');
  return new SignatureV4({ service, region, credentials, sha256: Sha256 });
}

/** The cluster that a token is for. */
interface TokenRequest {
  readonly clusterName: string;
  readonly region: string;
  readonly partition: string;
  readonly credentials: AwsCredentials;
}

/** In seconds. EKS accepts a token for 15 minutes after it was signed. One minute is left for clock differences. */
const tokenSeconds = 14 * 60;

/** A bearer token for EKS: a signed GetCallerIdentity request that names the cluster and is never sent by us. */
export async function eksToken(request: TokenRequest, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const { clusterName, region, partition, credentials } = request;
  const signer = await signerFor('sts', region, credentials);
  const hostname = `sts.${region}.${domainOf(partition)}`;
  const name = 'x-k8s-aws-id';

  const unsigned = {
    method: 'GET',
    protocol: 'https:',
    hostname,
    path: '/',
    headers: { host: hostname, [name]: clusterName },
    query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
  };

  const signed = await signer.presign(unsigned, {
    // EKS rejects a signature that is valid for more than a minute.
    expiresIn: 60,
    signingDate: now,
    unhoistableHeaders: new Set([name]),
    signableHeaders: new Set(['host', name]),
  });

  const query = Object.entries(signed.query ?? {}).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`,
  );
  const url = `https://${hostname}/?${query.join('&')}`;

  return {
    token: `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`,
    expiresAt: new Date(now.getTime() + tokenSeconds * 1000),
  };
}
