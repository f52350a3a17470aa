import { createHash } from 'node:crypto';

/** The SHA-256 of some content, as 64 hexadecimal digits. */
export const hexDigest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
