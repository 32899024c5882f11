import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const json = { 'content-type': 'application/json' };
const browser = { accept: 'text/html,*/*;q=0.8' };

type SentRequest = [what: string, address: string, init: RequestInit];

/** Returns requests without a valid key, which count for their network. */
function refusedRequests({ baseUrl, partner }: TestService): SentRequest[] {
  const { origin } = new URL(baseUrl);
  const withKey = { 'x-api-key': partner.apiKey };
  return [
    ['no credential', `${baseUrl}/partner/usage`, {}],
    [
      'no credential, with a body',
      `${baseUrl}/partner/matches`,
      { method: 'POST', headers: json, body: '{}' },
    ],
    ['another scheme', `${baseUrl}/partner/usage`, { headers: { authorization: 'Basic x' } }],
    [
      'two credentials',
      `${baseUrl}/partner/usage`,
      { headers: { ...withKey, authorization: 'Bearer x' } },
    ],
    [
      'an OAuth client whose body is invalid',
      `${baseUrl}/partner/oauth/token`,
      { method: 'POST', headers: json, body: '{}' },
    ],
    ['a public operation', `${baseUrl}/partner/oauth/scopes`, {}],
    ['an unknown path of the API', `${baseUrl}/nothing`, { headers: withKey }],
    ['an unknown path', `${origin}/nothing`, {}],
    ['an unknown link', `${origin}/players/${'a'.repeat(43)}`, { headers: browser }],
    ['the first page', `${origin}/`, { headers: browser }],
    ['an account page', `${origin}/account`, { headers: browser }],
    [
      'a form without a browser',
      `${origin}/account/log-in`,
      { method: 'POST', body: new URLSearchParams() },
    ],
    ['an operator page', `${origin}/operator`, { headers: browser }],
  ];
}

/** Returns requests that a network may send beyond its limit. */
function servedRequests({ baseUrl, partner }: TestService): SentRequest[] {
  const { origin } = new URL(baseUrl);
  const withKey = { 'x-api-key': partner.apiKey };
  return [
    ['a valid key', `${baseUrl}/partner/usage`, { headers: withKey }],
    [
      'a valid key in a body',
      `${baseUrl}/partner/oauth/revoke`,
      {
        method: 'POST',
        body: new URLSearchParams({
          token: 'prr_unknown',
          client_id: partner.clientId,
          client_secret: partner.apiKey,
        }),
      },
    ],
    ['a check of readiness', `${origin}/readyz`, {}],
    ['a check of health', `${origin}/healthz`, {}],
  ];
}

it('a network is refused beyond its limit, and a valid key from the same network is served', async () => {
  const service = await startTestService({
    database: await createTestDatabase('postgres'),
    environment: {
      RATE_LIMIT: '2',
      INGEST_RATE_LIMIT: '2',
      TOKEN_RATE_LIMIT: '2',
      NETWORK_RATE_LIMIT: '2',
    },
  });
  const ask = async (address: string, init: RequestInit) => await fetch(address, init);

  const refused = refusedRequests(service);
  const answers: unknown[] = [];
  for (const [what, address, init] of refused) {
    await ask(address, init);
    await ask(address, init);
    const { status, headers } = await ask(address, init);
    answers.push([what, status, Number(headers.get('retry-after')) > 0]);
  }
  expect(answers).toEqual(refused.map(([what]) => [what, 429, true]));

  const served = servedRequests(service);
  for (const [what, address, init] of served) {
    expect([what, (await ask(address, init)).status]).toEqual([what, 200]);
  }
});
