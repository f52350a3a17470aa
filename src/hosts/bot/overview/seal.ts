import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Longer texts are not opened. A browser sends at most 4 KB in a cookie. */
const maxLength = 4_096;
const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts and signs what a browser keeps for us, so that nobody can read or change it. The key comes from the secret of the app, so all
 * replicas have the same key, and a new secret ends all sessions.
 */
export class Seal {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'plumbline overview', 32));
  }

  /** Closes a value for one purpose until a time in milliseconds. */
  close(purpose: string, value: unknown, until: number): string {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(purpose));
    const text = cipher.update(JSON.stringify({ value, until }), 'utf8');
    return Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Opens a value. Undefined if it was closed for another purpose, by another key, or for a time that is over. */
  open(purpose: string, sealed: string, now: number): unknown {
    if (sealed.length > maxLength) return undefined;

    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= ivLength + tagLength) return undefined;

    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(-tagLength));

    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]);
      const { value, until } = JSON.parse(text.toString('utf8'));
      return until > now ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
