import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { callback, codeFor } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const token = '/partner/oauth/token';
const member = '/partner/member';

/** Mike connects with tokens bound to a key (DPoP). Invalid proofs are refused. */
export async function recordProofs(recorder: Recorder, { apiKey }: Actors): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const proof = async (claims: Record<string, string | null>): Promise<string> =>
    await new SignJWT({ jti: randomUUID(), ...claims })
      .setIssuedAt(recorder.environment.time.now)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .sign(privateKey);

  const code = await codeFor(recorder, people.mike, ['user:profile:read', 'user:rating:read']);
  const atToken = { htm: 'POST', htu: recorder.baseUrl + token };
  const exchange = async (claims: Record<string, string>) => ({
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      dpop: await proof(claims),
    },
    body: JSON.stringify({ code, redirect_uri: callback }),
  });
  const asked = await recorder.send(token, await exchange(atToken));
  const nonce = asked.headers.get('dpop-nonce') ?? '';
  await recorder.recordResponse('oauth-error-use_dpop_nonce', token, await exchange(atToken));
  await recorder.recordResponse(
    'oauth-error-invalid_dpop_proof',
    token,
    await exchange({ ...atToken, htu: recorder.baseUrl + member, nonce }),
  );
  const { access_token } = await recorder.recordResponse<{ access_token: string }>(
    'oauth.exchangeToken-bound',
    token,
    await exchange({ ...atToken, nonce }),
  );

  const ath = createHash('sha256').update(access_token).digest('base64url');
  const read = async (claims: Record<string, string>) => ({
    method: 'GET',
    headers: {
      authorization: `DPoP ${access_token}`,
      dpop: await proof({ htm: 'GET', htu: recorder.baseUrl + member, ath, ...claims }),
    },
  });
  await recorder.recordResponse('error-use_dpop_nonce', member, await read({}));
  const used = await read({ nonce });
  await recorder.send(member, used);
  await recorder.recordResponse('error-invalid_dpop_proof', member, used);
}
