import { createHash } from 'node:crypto';

const challengeGrammar = /^[A-Za-z0-9_-]{43}$/;
const verifierGrammar = /^[A-Za-z0-9\-._~]{43,128}$/;

export type Challenge = { codeChallenge: string | null } | { fault: string };

/** The challenge of an authorization request (RFC 7636 §4.3), `S256` only. */
export function readChallenge(
  codeChallenge: string | undefined,
  method: string | undefined,
): Challenge {
  if (codeChallenge === undefined) {
    return method === undefined
      ? { codeChallenge: null }
      : { fault: 'code_challenge_method needs a code_challenge. Send both or neither.' };
  }
  // Without a method RFC 7636 means "plain", which shows the verifier to anyone who sees the request.
  if (method !== 'S256') {
    return { fault: 'code_challenge_method must be S256. Other methods are refused.' };
  }
  if (!challengeGrammar.test(codeChallenge)) {
    return {
      fault: 'code_challenge must be the SHA-256 of the verifier as base64url: 43 characters.',
    };
  }
  return { codeChallenge };
}

export function isVerifier(text: string): boolean {
  return verifierGrammar.test(text);
}

/** The `S256` challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}
