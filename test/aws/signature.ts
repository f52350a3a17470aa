import { createHash, createHmac } from 'node:crypto';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A presigned GET request with its headers. */
export interface Presigned {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly secretAccessKey: string;
}

/** Whether a presigned URL has a valid signature for its secret (AWS Signature Version 4, implemented from its description). */
export function isSignedBy({ url, headers, secretAccessKey }: Presigned): boolean {
  const given = (name: string): string => url.searchParams.get(name) ?? '';
  const [, date, region, service] = given('X-Amz-Credential').split('/');
  const signed = given('X-Amz-SignedHeaders').split(';');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const canonical = [
    'GET',
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    signed.join(';'),
    createHash('sha256').update('').digest('hex'),
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', given('X-Amz-Date'), scope, createHash('sha256').update(canonical).digest('hex')];
  const key = [region!, service!, 'aws4_request'].reduce(
    (inner, part) => hmac(inner, part),
    hmac(`AWS4${secretAccessKey}`, date!),
  );
  return hmac(key, text.join('\n')).toString('hex') === given('X-Amz-Signature');
}
