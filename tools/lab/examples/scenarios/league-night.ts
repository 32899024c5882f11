import type { MatchBatch, MatchId } from '@partner-rating/client';
import type { Actors } from '../people.ts';
import { people } from '../people.ts';
import type { Recorder } from '../recorder.ts';

const { mike, priya, sofia } = people;
const texas = { scope: 'state', country: 'US', state: 'TX' } as const;

/** Submits the Saturday league, and reads the new ratings. */
export async function recordLeagueNight(recorder: Recorder, actors: Actors): Promise<void> {
  recorder.advanceTo('2026-09-12T18:04:11Z');
  await recorder.fork(async (fork) => {
    await fork.exchange(fork.client(actors.apiKey), 'matches.submit', '-partial');
  });
  const batch = recorder.request<MatchBatch>('matches.submit-request');
  await recorder.record('matches.submit', actors.club.matches.submit(batch));
  const doubles = recorder.toService<MatchId>('mat_01k4yh2c9f3v7b1r5x8z6k2a0d');
  await recorder.record('matches.get', actors.club.matches.get(doubles));
  recorder.advanceTo('2026-09-12T18:04:12Z');
  await recorder.environment.deliver();
  await recordMikesEvent(recorder, 'events.ratingUpdated');

  recorder.advanceTo('2026-09-12T18:06:30Z');
  await recorder.record('matches.submit-duplicate', actors.club.matches.submit(batch));
  const matches = batch.matches
    .slice(0, 1)
    .map((match) => ({ ...match, identifier: 'rally-2026-09-12-7' }));
  await recorder.record(
    'matches.submit-reported-elsewhere',
    actors.league.matches.submit({ ...batch, matches }),
  );
  await recorder.fork(async (fork) => {
    const held = batch.matches
      .slice(0, 1)
      .map((match) => ({ ...match, identifier: 'court-3-1530-again' }));
    const { matches: client } = fork.client(actors.apiKey);
    await fork.record('matches.submit-held', client.submit({ ...batch, matches: held }));
  });
  await recordMembers(recorder, actors);
  await recordSearches(recorder, actors);
  await recordLeaderboards(recorder, actors);
  const since = '2026-09-12T18:00:00Z';
  await recorder.record(
    'members.listRatingUpdates',
    actors.club.members.listRatingUpdates({ since }),
  );
}

/** The newest event about Mike. */
export async function recordMikesEvent(recorder: Recorder, name: string): Promise<void> {
  const events = recorder.environment.receiver.events();
  const mikes = events.filter(({ data }) => JSON.stringify(data).includes(mike.id));
  await recorder.record(name, mikes.at(-1));
}

async function recordMembers(recorder: Recorder, { club }: Actors): Promise<void> {
  const memberId = mike.id;
  await recorder.record('members.get', club.members.get(memberId));
  await recorder.record('members.get-one-sport', club.members.get(memberId, { sport: 'padel' }));
  await recorder.record(
    'members.getBulk',
    club.members.getBulk({ ids: [mike.id, priya.id, '10877'] }),
  );
  await recorder.record(
    'members.getBulk-one-sport',
    club.members.getBulk({ ids: [mike.id, priya.id], sport: 'padel' }),
  );
  await recorder.record('members.getBulk-none-known', club.members.getBulk({ ids: ['99999999'] }));
}

async function recordSearches(recorder: Recorder, { club }: Actors): Promise<void> {
  const best = {
    state: 'TX',
    country: 'US',
    sport: 'pickleball',
    sort: 'rating',
    limit: 3,
  } as const;
  const first = await recorder.record('members.search', club.members.search(best));
  const { nextCursor: cursor } = first;
  if (cursor === null) throw new Error('The search has only one page.');
  await recorder.record('members.search-last-page', club.members.search({ ...best, cursor }));
  await recorder.record(
    'members.search-several-sports',
    club.members.search({ city: 'San Antonio', sport: ['pickleball', 'padel'] }),
  );
  await recorder.record('members.search-nobody', club.members.search({ name: 'Nobody At All' }));
}

async function recordLeaderboards(recorder: Recorder, { club }: Actors): Promise<void> {
  const board = { sport: 'pickleball', limit: 3, ...texas };
  const { nextCursor: cursor } = await recorder.record(
    'leaderboard.list',
    club.leaderboard.list(board),
  );
  if (cursor === null) throw new Error('The leaderboard has only one page.');
  await recorder.record('leaderboard.list-last-page', club.leaderboard.list({ ...board, cursor }));
  await recorder.record(
    'leaderboard.list-another-sport',
    club.leaderboard.list({ sport: 'padel', ...texas }),
  );
  await recorder.record('leaderboard.list-nobody', club.leaderboard.list({ sport: 'racquetball' }));
  await recorder.exchange(club, 'leaderboard.rank');
  await recorder.record(
    'leaderboard.rank-third',
    club.leaderboard.rank({ memberId: sofia.id, sport: 'pickleball', ...texas }),
  );
  await recorder.exchange(club, 'leaderboard.rank', '-city');
}
