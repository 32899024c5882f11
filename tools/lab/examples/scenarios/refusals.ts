import type { MatchBatch } from '@partner-rating/client';
import { createKey, revokePartnerKey } from '@partner-rating/service/src/console/actions/keys.ts';
import { setSuspension } from '@partner-rating/service/src/console/actions/partners.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, priya, daniel, sofia } = people;
const clientId = 'courtside-club';

/** Requests that the service refuses. */
export async function recordRefusals(recorder: Recorder, actors: Actors): Promise<void> {
  recorder.advanceTo('2026-09-12T18:30:00Z');
  await recordRefusedBatches(recorder, actors);
  await recordRefusedCredentials(recorder);
  await recordRefusedRequests(recorder, actors);
  await recordOAuthRefusals(recorder, actors);
}

async function recordRefusedBatches(recorder: Recorder, { club }: Actors): Promise<void> {
  const batch = recorder.request<MatchBatch>('matches.submit-request');
  const { teams = [], games = [] } = batch.matches[0] ?? {};
  const match = (position: number, changes: object) => ({
    identifier: `court-5-${position}`,
    matchDate: '2026-09-12T16:45:00Z',
    teams,
    games,
    ...changes,
  });
  const doubles = [[mike.id, priya.id], [daniel.id]];
  await recorder.recordRefusal(
    'error-batch_rejected',
    club.matches.submit({
      ...batch,
      matches: [
        match(1, { games: [{ scores: [11, 8] }, { scores: [11, 10] }] }),
        match(2, { teams: [doubles[0] ?? [], ['99999999', sofia.id]] }),
      ],
    }),
  );
  await recorder.recordRefusal(
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
  await recorder.recordRefusal(
    'error-idempotency_key_reused',
    club.matches.submit({ ...batch, partial: true }, { idempotencyKey }),
  );
}

async function recordRefusedCredentials(recorder: Recorder): Promise<void> {
  const { dependencies } = recorder.environment;
  const narrow = await createKey(dependencies, { clientId, scopes: ['key:member:read'] });
  const batch = recorder.request<MatchBatch>('matches.submit-request');
  await recorder.recordRefusal(
    'error-insufficient_scope',
    recorder.client(narrow.apiKey).matches.submit(batch),
  );
  await recorder.recordRefusal(
    'oauth-error-insufficient_scope',
    recorder.client(narrow.apiKey).oauth.authorize(recorder.request('oauth.authorize-request')),
  );
  await setSuspension(dependencies, clientId, { isSuspended: true });
  await recorder.recordRefusal(
    'error-application_suspended',
    recorder.client(narrow.apiKey).usage.get(),
  );
  await recorder.recordRefusal(
    'oauth-error-unauthorized_client',
    recorder
      .client(narrow.apiKey)
      .oauth.exchangeToken(recorder.request('oauth.exchangeToken-request')),
  );
  await setSuspension(dependencies, clientId, { isSuspended: false });
  await revokePartnerKey(dependencies, narrow.keyId);
  await recorder.recordRefusal('error-unauthenticated', recorder.client(narrow.apiKey).usage.get());
  await recorder.recordRefusal(
    'oauth-error-invalid_client',
    recorder
      .client(narrow.apiKey)
      .oauth.exchangeToken(recorder.request('oauth.exchangeToken-request')),
  );
}

async function recordRefusedRequests(recorder: Recorder, { club, apiKey }: Actors): Promise<void> {
  await recorder.recordRefusal('error-not_found', club.members.get('99999999'));
  await recorder.recordRefusal(
    'error-validation_failed-query',
    club.members.search({ limit: 500 }),
  );

  const path = '/partner/matches';
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const batch = recorder.request<MatchBatch>('matches.submit-request');
  const { sport: _, ...incomplete } = batch;
  const [match, ...others] = batch.matches;
  const misspelt = { ...match, games: [{ scores: [11, '8'] }] };
  await recorder.recordResponse('error-validation_failed', path, {
    headers,
    body: JSON.stringify({ ...incomplete, matches: [misspelt, ...others] }),
  });
  const body = JSON.stringify(batch).slice(0, 214);
  await recorder.recordResponse('error-malformed_json', path, { headers, body });
  const xml = { ...headers, 'content-type': 'application/xml' };
  await recorder.recordResponse('error-unsupported_media_type', path, {
    headers: xml,
    body: '<batch/>',
  });
  const long = JSON.stringify({ ...batch, event: 'x'.repeat(1024 * 1024) });
  await recorder.recordResponse('error-body_too_large', path, { headers, body: long });
}

async function recordOAuthRefusals(recorder: Recorder, { club, apiKey }: Actors): Promise<void> {
  const headers = { 'x-api-key': apiKey };
  const json = { ...headers, 'content-type': 'application/json' };
  const start = { redirect_uri: 'https://courtside.example/callback' };
  await recorder.recordRefusal(
    'oauth-error-invalid_request-redirect',
    club.oauth.authorize({ redirect_uri: 'https://elsewhere.example/callback' }),
  );
  await recorder.recordResponse('oauth-error-invalid_scope', '/partner/oauth/authorize', {
    headers: json,
    body: JSON.stringify({ ...start, scope: 'user:everything' }),
  });
  await recorder.recordResponse(
    'oauth-error-invalid_request-query',
    '/partner/oauth/scopes?verbose=1',
    {
      method: 'GET',
    },
  );
  const token = '/partner/oauth/token';
  const code = recorder.toService<string>('prc_0sVb8Xn3YtQ6mKzR1wLc7JdHf9GpAe2UuTi5oExMyW4');
  await recorder.recordResponse('oauth-error-invalid_request', token, {
    headers: json,
    body: JSON.stringify({ code }),
  });
  await recorder.recordResponse('oauth-error-unsupported_grant_type', token, {
    headers,
    body: new URLSearchParams({ grant_type: 'password' }),
  });
  await recorder.recordResponse('oauth-error-invalid_request-revocation', '/partner/oauth/revoke', {
    headers: json,
    body: '{}',
  });
}
