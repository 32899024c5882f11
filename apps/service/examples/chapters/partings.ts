import type { MatchBatch } from '@partner-rating/client';
import type { Cast } from '../cast.ts';
import { disconnect } from '../connecting.ts';
import { people } from '../people.ts';
import type { Telling } from '../telling.ts';

const { mike, priya, sofia, carmen } = people;
const revocation = '/partner/oauth/revoke';

/** Daniel is disconnected by Courtside Club, and Sofia disconnects herself. */
export async function tellPartings(telling: Telling, cast: Cast): Promise<void> {
  const { club, apiKey } = cast;
  telling.at('2026-09-14T17:00:00Z');
  // The application is authenticated by the body alone, as no client of ours does it.
  const request = inJson(telling.request('oauth.refresh-request-client-secret'));
  const { refresh_token } = await telling.tellAnswer<{ refresh_token: string }>(
    'oauth.refresh-without-ratings',
    '/partner/oauth/refresh',
    request,
  );
  await telling.aside(async (aside) => {
    await aside.tellAnswer('oauth-error-invalid_grant-refresh', '/partner/oauth/refresh', request);
  });

  telling.at('2026-09-14T17:45:13Z');
  await telling.aside(async (aside) => {
    const byNumber = inJson(aside.request('oauth.revoke-request-member-number'));
    await aside.send(revocation, byNumber);
  });
  await telling.tell('oauth.revoke', club.oauth.revoke(telling.request('oauth.revoke-request')));
  await telling.stage.deliver();
  await telling.tellEvent('events.connectionRevoked-by-partner', 'connection.revoked');

  telling.at('2026-09-14T18:05:00Z');
  const headers = { authorization: `Basic ${btoa(`courtside-club:${apiKey}`)}` };
  const refreshToken = telling.request<Record<string, string>>('oauth.revoke-request-form');
  await telling.send(revocation, { headers, body: new URLSearchParams(refreshToken) });
  const accessToken = telling.request<Record<string, string>>(
    'oauth.revoke-request-form-access-token',
  );
  await telling.tellAnswer('oauth.revoke-token', revocation, {
    body: new URLSearchParams(accessToken),
  });

  telling.at('2026-09-14T18:10:29Z');
  await disconnect(telling, sofia);
  await telling.stage.deliver();
  await telling.tellEvent('events.connectionRevoked', 'connection.revoked');
  await tellSofiaIsGone(telling, cast, refresh_token);
}

function inJson(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function tellSofiaIsGone(
  telling: Telling,
  { club }: Cast,
  refresh_token: string,
): Promise<void> {
  await telling.tellRefusal(
    'oauth-error-invalid_grant-disconnected',
    club.oauth.refresh({ refresh_token }),
  );
  await telling.tellRefusal('error-not_connected', club.members.get({ memberId: sofia.id }));
  await telling.tellRefusal(
    'error-consent_withdrawn',
    club.webhooks.redeliver(telling.named('whd_01k5384m2n6q0t4w8y1b5d9f3h')),
  );
  await telling.tellRefusal('matches.submit-batch-rejected', club.matches.submit(faultyBatch));
}

const played = { matchDate: '2026-09-14T17:30:00Z', games: [{ scores: [11, 7] }] };

const faultyBatch: MatchBatch = {
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [
    {
      ...played,
      identifier: 'court-1-1730',
      teams: [[mike.id], [priya.id]],
      games: [{ scores: [9, 7] }, { scores: [11, 10] }, { scores: [11, 7, 3] }],
    },
    {
      ...played,
      identifier: 'court-2-1730',
      matchDate: '2027-09-12T15:30:00Z',
      teams: [[mike.id], ['99999999']],
    },
    {
      ...played,
      identifier: 'court-3-1730',
      sport: 'croquet',
      teams: [[mike.id], [mike.id]],
    },
    {
      ...played,
      identifier: 'court-4-1730',
      teams: [
        [mike.id, sofia.id],
        [priya.id, carmen.id],
      ],
    },
  ],
};
