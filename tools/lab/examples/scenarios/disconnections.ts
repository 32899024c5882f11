import type { MatchBatch } from '@partner-rating/client';
import { disconnect } from '../connecting.ts';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, priya, sofia, carmen } = people;
const revocation = '/partner/oauth/revoke';

/** Courtside Club disconnects Daniel, and Sofia disconnects herself. */
export async function recordDisconnections(recorder: Recorder, actors: Actors): Promise<void> {
  const { club, apiKey } = actors;
  recorder.advanceTo('2026-09-14T16:30:00Z');
  const connected = club.members.listConnected({ limit: 2 });
  await recorder.record('members.listConnected', connected.page());
  let lastPage = await connected.page();
  for await (const page of connected.pages()) lastPage = page;
  await recorder.record('members.listConnected-last-page', lastPage);
  const nobody = actors.league.members.listConnected();
  await recorder.record('members.listConnected-nobody', nobody.page());

  recorder.advanceTo('2026-09-14T17:00:00Z');
  // Only the body authenticates the application. Our client never does this.
  const request = inJson(recorder.request('oauth.refresh-request-client-secret'));
  const tokens = await recorder.recordResponse<{ access_token: string; refresh_token: string }>(
    'oauth.refresh-without-ratings',
    '/partner/oauth/refresh',
    request,
  );
  await recorder.recordRefusal(
    'error-insufficient_scope-not-granted',
    club.members.listRatingHistory(sofia.id),
  );
  await recorder.recordRefusal(
    'error-insufficient_scope-token',
    club.withOptions({ accessToken: tokens.access_token }).members.listRatingHistory(),
  );
  // Later than the time in which a client may repeat a refresh.
  recorder.advanceTo('2026-09-14T17:01:00Z');
  await recorder.fork(async (fork) => {
    await fork.recordResponse(
      'oauth-error-invalid_grant-refresh',
      '/partner/oauth/refresh',
      request,
    );
  });

  recorder.advanceTo('2026-09-14T17:45:13Z');
  await recorder.fork(async (fork) => {
    const byNumber = inJson(fork.request('oauth.revoke-request-member-number'));
    await fork.send(revocation, byNumber);
  });
  await recorder.exchange(club, 'oauth.revoke');
  await recorder.environment.deliver();
  await recorder.recordEvent('events.connectionRevoked-by-partner', 'connection.revoked');

  recorder.advanceTo('2026-09-14T18:05:00Z');
  const headers = { authorization: `Basic ${btoa(`courtside-club:${apiKey}`)}` };
  const refreshToken = recorder.request<Record<string, string>>('oauth.revoke-request-form');
  await recorder.send(revocation, { headers, body: new URLSearchParams(refreshToken) });
  const accessToken = recorder.request<Record<string, string>>(
    'oauth.revoke-request-form-access-token',
  );
  await recorder.recordResponse('oauth.revoke-token', revocation, {
    body: new URLSearchParams(accessToken),
  });

  recorder.advanceTo('2026-09-14T18:10:29Z');
  await disconnect(recorder, sofia);
  await recorder.environment.deliver();
  await recorder.recordEvent('events.connectionRevoked', 'connection.revoked');
  await recordSofiaIsGone(recorder, actors, tokens.refresh_token);
}

function inJson(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function recordSofiaIsGone(
  recorder: Recorder,
  { club }: Actors,
  refresh_token: string,
): Promise<void> {
  await recorder.recordRefusal(
    'oauth-error-invalid_grant-disconnected',
    club.oauth.refresh({ refresh_token }),
  );
  await recorder.recordRefusal('error-not_connected', club.members.listRatingHistory(sofia.id));
  await recorder.record('members.get-public-card', club.members.get(sofia.id));
  await recorder.recordRefusal(
    'error-consent_withdrawn',
    club.webhooks.redeliver(recorder.toService('whd_01k5384m2n6q0t4w8y1b5d9f3h')),
  );
  await recorder.recordRefusal('matches.submit-batch-rejected', club.matches.submit(invalidBatch));
  const { matches } = await recorder.record(
    'matches.submit-unconfirmed',
    club.matches.submit(unconfirmedBatch),
  );
  await recorder.record('matches.get-unconfirmed', club.matches.get(matches[0]?.id ?? 'mat_'));
}

const played = { matchDate: '2026-09-14T17:30:00Z', games: [{ scores: [11, 7] }] };

const invalidBatch: MatchBatch = {
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
      matchDate: '1926-09-14T17:30:00Z',
      teams: [
        [mike.id, sofia.id],
        [priya.id, carmen.id],
      ],
    },
  ],
};

// Sofia is no longer connected to the club.
const unconfirmedBatch: MatchBatch = {
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [{ ...played, identifier: 'court-5-1730', teams: [[mike.id], [sofia.id]] }],
};
