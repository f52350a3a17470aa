import { sha256 as digestOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 (FIPS 180-4) of the UTF-8 bytes of a text, as 64 hexadecimal digits. The engine is pure and synchronous: it must not import
 * Node's crypto, and Web Crypto returns promises.
 */
export const sha256 = (text: string): string => bytesToHex(digestOf(utf8ToBytes(text)));
