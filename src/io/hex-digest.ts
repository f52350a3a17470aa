import { createHash } from 'node:crypto';

/** Whether it is the SHA-256 of something, as `hexDigest` writes it. */
export const isHexDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** The SHA-256 of some content, as 64 hexadecimal digits. */
export const hexDigest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
