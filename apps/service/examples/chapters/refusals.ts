import type { MatchBatch } from '@partner-rating/client';
import { createKey, revokePartnerKey } from '../../src/admin/partners.ts';
import type { Cast } from '../cast.ts';
import { people } from '../people.ts';
import type { Telling } from '../telling.ts';

const { mike, priya, daniel, sofia } = people;
const clientId = 'courtside-club';

/** What the service refuses, and how. */
export async function tellRefusals(telling: Telling, cast: Cast): Promise<void> {
  telling.at('2026-09-12T18:30:00Z');
  await tellRefusedBatches(telling, cast);
  await tellRefusedCredentials(telling);
  await tellRefusedRequests(telling, cast);
  await tellOAuthRefusals(telling, cast);
}

async function tellRefusedBatches(telling: Telling, { club }: Cast): Promise<void> {
  const batch = telling.request<MatchBatch>('matches.submit-request');
  const { teams = [], games = [] } = batch.matches[0] ?? {};
  const match = (position: number, changes: object) => ({
    identifier: `court-5-${position}`,
    matchDate: '2026-09-12T16:45:00Z',
    teams,
    games,
    ...changes,
  });
  const doubles = [[mike.id, priya.id], [daniel.id]];
  await telling.tellRefusal(
    'error-batch_rejected',
    club.matches.submit({
      ...batch,
      matches: [
        match(1, { games: [{ scores: [11, 8] }, { scores: [11, 10] }] }),
        match(2, { teams: [doubles[0] ?? [], ['99999999', sofia.id]] }),
      ],
    }),
  );
  await telling.tellRefusal(
    'error-match_conflict',
    club.matches.submit({
      ...batch,
      matches: batch.matches.map((stored, index) =>
        index === 0
          ? { ...stored, games: [{ scores: [11, 5] }] }
          : { ...stored, teams: [[mike.id], [daniel.id]] },
      ),
    }),
  );
  const idempotencyKey = 'saturday-league-2026-09-12';
  await club.matches.submit(batch, { idempotencyKey });
  await telling.tellRefusal(
    'error-idempotency_key_reused',
    club.matches.submit({ ...batch, partial: true }, { idempotencyKey }),
  );
}

async function tellRefusedCredentials(telling: Telling): Promise<void> {
  const { dependencies } = telling.stage;
  const narrow = await createKey(dependencies, { clientId, scopes: ['key:member:read'] });
  const batch = telling.request<MatchBatch>('matches.submit-request');
  await telling.tellRefusal(
    'error-insufficient_scope',
    telling.client(narrow.apiKey).matches.submit(batch),
  );
  await telling.tellRefusal(
    'oauth-error-insufficient_scope',
    telling.client(narrow.apiKey).oauth.authorize(telling.request('oauth.authorize-request')),
  );
  await revokePartnerKey(dependencies, narrow.keyId);
  await telling.tellRefusal('error-unauthenticated', telling.client(narrow.apiKey).usage.get());
  await telling.tellRefusal(
    'oauth-error-invalid_client',
    telling
      .client(narrow.apiKey)
      .oauth.exchangeToken(telling.request('oauth.exchangeToken-request')),
  );
}

async function tellRefusedRequests(telling: Telling, { club, apiKey }: Cast): Promise<void> {
  await telling.tellRefusal('error-not_found', club.members.get({ memberId: '99999999' }));
  await telling.tellRefusal('error-validation_failed-query', club.members.search({ limit: 500 }));

  const path = '/partner/matches';
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const batch = telling.request<MatchBatch>('matches.submit-request');
  const { winScore: _, ...incomplete } = batch;
  const [match, ...others] = batch.matches;
  const misspelt = { ...match, games: [{ scores: [11, '8'] }] };
  await telling.tellAnswer('error-validation_failed', path, {
    headers,
    body: JSON.stringify({ ...incomplete, matches: [misspelt, ...others] }),
  });
  const body = JSON.stringify(batch).slice(0, 214);
  await telling.tellAnswer('error-malformed_json', path, { headers, body });
  const xml = { ...headers, 'content-type': 'application/xml' };
  await telling.tellAnswer('error-unsupported_media_type', path, {
    headers: xml,
    body: '<batch/>',
  });
  const long = JSON.stringify({ ...batch, event: 'x'.repeat(1024 * 1024) });
  await telling.tellAnswer('error-body_too_large', path, { headers, body: long });
}

async function tellOAuthRefusals(telling: Telling, { club, apiKey }: Cast): Promise<void> {
  const headers = { 'x-api-key': apiKey };
  const json = { ...headers, 'content-type': 'application/json' };
  const start = { redirect_uri: 'https://courtside.example/callback' };
  await telling.tellRefusal(
    'oauth-error-invalid_request-redirect',
    club.oauth.authorize({ redirect_uri: 'https://elsewhere.example/callback' }),
  );
  await telling.tellAnswer('oauth-error-invalid_scope', '/partner/oauth/authorize', {
    headers: json,
    body: JSON.stringify({ ...start, scope: 'user:everything' }),
  });
  await telling.tellAnswer('oauth-error-invalid_request-query', '/partner/oauth/scopes?verbose=1', {
    method: 'GET',
  });
  const token = '/partner/oauth/token';
  const code = telling.named<string>('prc_0sVb8Xn3YtQ6mKzR1wLc7JdHf9GpAe2UuTi5oExMyW4');
  await telling.tellAnswer('oauth-error-invalid_request', token, {
    headers: json,
    body: JSON.stringify({ code }),
  });
  await telling.tellAnswer('oauth-error-unsupported_grant_type', token, {
    headers,
    body: new URLSearchParams({ grant_type: 'password' }),
  });
  await telling.tellAnswer('oauth-error-invalid_request-revocation', '/partner/oauth/revoke', {
    headers: json,
    body: '{}',
  });
}
