import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { type Answer, type Request, send } from './network.ts';
import type { World } from './world.ts';

// The service treats both keys alike, so nothing in a story depends on which one signs.
const keys = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')] as const;

const MAX_ATTEMPTS = 4;

interface Proven extends Request {
  /** Which of the two keys signs. */
  key: number;
  /** Null at the token endpoint. */
  accessToken: string | null;
}

/**
 * Sends a request with a proof of possession (RFC 9449). If the nonce was too old, sends it again
 * with a new one.
 */
export async function sendProven(
  world: World,
  { key, accessToken, ...request }: Proven,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const { crashes } = world;
    const dpop = proofOf(world, { ...request, key, accessToken });
    const answer = await send(world, { ...request, headers: { ...request.headers, dpop } });
    const nonce = answer.headers['dpop-nonce'];
    if (typeof nonce === 'string') world.nonce = nonce;
    const isAged = answer.body.includes('use_dpop_nonce');
    // If the service crashed, the same proof was sent again and is used up.
    const isUsedUp = answer.body.includes('invalid_dpop_proof') && world.crashes > crashes;
    if ((!isAged && !isUsedUp) || attempt === MAX_ATTEMPTS) return answer;
  }
}

function proofOf(world: World, { method, url, key, accessToken }: Proven): string {
  const pair = keys[key] ?? keys[0];
  const [path = ''] = url.split('?');
  const header = { typ: 'dpop+jwt', alg: 'EdDSA', jwk: pair.publicKey.export({ format: 'jwk' }) };
  const claims = {
    htm: method,
    htu: `${world.dependencies.publicUrl}${path}`,
    iat: Math.floor(world.time.now / 1_000),
    jti: randomUUID(),
    ...(world.nonce !== null && { nonce: world.nonce }),
    ...(accessToken !== null && {
      ath: createHash('sha256').update(accessToken).digest('base64url'),
    }),
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign(null, Buffer.from(signed), pair.privateKey).toString('base64url')}`;
}
