import { createHash, randomBytes } from 'node:crypto';

export interface PkcePair {
  /** Kept here until the code is exchanged. */
  verifier: string;
  /** Sent ahead: its hash (RFC 7636 section 4.2, method S256). */
  challenge: string;
}

export function newPkcePair(): PkcePair {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
