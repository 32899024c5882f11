import {
  type MatchBatch,
  type MembersListRatingHistoryQuery,
  SCOPES,
} from '@partner-rating/client';
import type { Cast } from '../cast.ts';
import { codeFor } from '../connecting.ts';
import { people } from '../people.ts';
import type { Telling } from '../telling.ts';
import { tellMikesEvent } from './league-night.ts';

const { mike, priya, daniel } = people;

/** What might be played is tried, and what was sent in wrongly is taken back. */
export async function tellCorrections(telling: Telling, { club }: Cast): Promise<void> {
  telling.at('2026-09-13T08:40:00Z');
  const padel = telling.request<MatchBatch>('matches.submit-request-dry-run');
  await telling.tell('matches.submit-dry-run', club.matches.submit(padel));
  await telling.tell('matches.submit-dry-run-faults', club.matches.submit(withFaults(padel)));
  const roundRobin = telling.request<MatchBatch>('matches.submit-request-round-robin');
  await telling.tell('matches.submit-round-robin', club.matches.submit(roundRobin));

  telling.at('2026-09-13T09:12:40Z');
  const wrongCourt = telling.named<string>('mat_01k4yh2ca6m8d2s4h0y9w7c5tq');
  await telling.tell(
    'matches.void',
    club.matches.void(wrongCourt, telling.request('matches.void-request')),
  );

  telling.at('2026-09-13T20:15:00Z');
  const { matches } = await club.matches.submit(tennis);
  telling.at('2026-09-13T20:15:01Z');
  await telling.stage.deliver();
  telling.at('2026-09-14T08:02:19Z');
  await telling.tell(
    'matches.void-only-match',
    club.matches.void(matches[0]?.id ?? '', telling.request('matches.void-request-only-match')),
  );
  telling.at('2026-09-14T08:02:20Z');
  await telling.stage.deliver();
  await tellMikesEvent(telling, 'events.ratingUpdated-removed');
}

const tennis: MatchBatch = {
  sport: 'tennis',
  winScore: 6,
  winBy: 2,
  matches: [
    {
      identifier: 'court-2-1000',
      matchDate: '2026-09-13T15:00:00Z',
      teams: [[mike.id], [daniel.id]],
      games: [{ scores: [6, 4] }, { scores: [6, 3] }],
    },
  ],
};

/** The same with a player too few and a game that nobody won. */
function withFaults(batch: MatchBatch): MatchBatch {
  return {
    ...batch,
    matches: batch.matches.map(({ teams, games, ...match }) => ({
      ...match,
      teams: teams.map((team, index) => (index === 1 ? team.slice(0, 1) : team)),
      games: games.map((game, index) => (index === 1 ? { ...game, scores: [6, 6] } : game)),
    })),
  };
}

/** Mike and Priya let Courtside Club read how their ratings came about. */
export async function tellHistories(telling: Telling, { club }: Cast): Promise<void> {
  telling.at('2026-09-14T12:00:00Z');
  await codeFor(telling, mike, SCOPES);
  const unshared = ['user:profile:email', 'user:webhook:subscribe'];
  await codeFor(
    telling,
    priya,
    SCOPES.filter((scope) => !unshared.includes(scope)),
  );
  const memberId = mike.id;
  await telling.tell('members.get-every-scope', club.members.get({ memberId }));

  const tellHistory = async (name: string, query: MembersListRatingHistoryQuery) =>
    await telling.tell(name, club.members.listRatingHistory(query));
  const pickleball = { memberId, sport: 'pickleball' };
  const primary = { sport: 'pickleball', bracket: 'overall-open' };
  await tellHistory('members.listRatingHistory', { ...pickleball, limit: 4 });
  await tellHistory('members.listRatingHistory-one-bracket', { ...primary, memberId, limit: 2 });
  await tellHistory('members.listRatingHistory-corrections', {
    ...primary,
    memberId: priya.id,
    limit: 5,
  });
  await tellHistory('members.listRatingHistory-empty', { memberId, sport: 'squash' });
  const padel = club.members.listRatingHistory({ memberId, sport: 'padel', limit: 4 });
  let lastPage = await padel;
  for await (const page of padel.pages()) lastPage = page;
  await telling.tell('members.listRatingHistory-last-page', lastPage);
}
