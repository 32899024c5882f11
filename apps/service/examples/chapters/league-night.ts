import type { MatchBatch } from '@partner-rating/client';
import type { Cast } from '../cast.ts';
import { people } from '../people.ts';
import type { Telling } from '../telling.ts';

const { mike, priya, sofia } = people;
const texas = { scope: 'state', country: 'US', state: 'TX' } as const;

/** The Saturday league is sent in, and what comes of it is read. */
export async function tellLeagueNight(telling: Telling, cast: Cast): Promise<void> {
  telling.at('2026-09-12T18:04:11Z');
  await telling.aside(async (aside) => {
    const batch = aside.request<MatchBatch>('matches.submit-request-partial');
    await aside.tell('matches.submit-partial', aside.client(cast.apiKey).matches.submit(batch));
  });
  const batch = telling.request<MatchBatch>('matches.submit-request');
  await telling.tell('matches.submit', cast.club.matches.submit(batch));
  telling.at('2026-09-12T18:04:12Z');
  await telling.stage.deliver();
  await tellMikesEvent(telling, 'events.ratingUpdated');

  telling.at('2026-09-12T18:06:30Z');
  await telling.tell('matches.submit-duplicate', cast.club.matches.submit(batch));
  await tellMembers(telling, cast);
  await tellSearches(telling, cast);
  await tellLeaderboards(telling, cast);
  const since = '2026-09-12T18:00:00Z';
  await telling.tell('members.listRatingUpdates', cast.club.members.listRatingUpdates({ since }));
}

/** Of the events that came last, the one that speaks of Mike. */
export async function tellMikesEvent(telling: Telling, name: string): Promise<void> {
  const { events } = telling.stage.receiver;
  const mikes = events.filter(({ data }) => JSON.stringify(data).includes(mike.id));
  await telling.tell(name, mikes.at(-1));
}

async function tellMembers(telling: Telling, { club }: Cast): Promise<void> {
  const memberId = mike.id;
  await telling.tell('members.get', club.members.get({ memberId }));
  await telling.tell('members.get-one-sport', club.members.get({ memberId, sport: 'padel' }));
  await telling.tell(
    'members.getBulk',
    club.members.getBulk({ ids: [mike.id, priya.id, '10877'] }),
  );
  await telling.tell(
    'members.getBulk-one-sport',
    club.members.getBulk({ ids: [mike.id, priya.id], sport: 'padel' }),
  );
  await telling.tell('members.getBulk-none-known', club.members.getBulk({ ids: ['99999999'] }));
}

async function tellSearches(telling: Telling, { club }: Cast): Promise<void> {
  const austin = { city: 'Austin', sport: 'pickleball', sort: 'rating', limit: 2 } as const;
  const first = await telling.tell('members.search', club.members.search(austin));
  const { nextCursor: cursor } = first;
  if (cursor === null) throw new Error('The search ends with its first page.');
  await telling.tell('members.search-last-page', club.members.search({ ...austin, cursor }));
  await telling.tell(
    'members.search-several-sports',
    club.members.search({ city: 'San Antonio', sport: ['pickleball', 'padel'] }),
  );
  await telling.tell('members.search-nobody', club.members.search({ name: 'Nobody At All' }));
}

async function tellLeaderboards(telling: Telling, { club }: Cast): Promise<void> {
  const board = { sport: 'pickleball', limit: 3, ...texas };
  const { nextCursor: cursor } = await telling.tell(
    'leaderboard.list',
    club.leaderboard.list(board),
  );
  if (cursor === null) throw new Error('The board ends with its first page.');
  await telling.tell('leaderboard.list-last-page', club.leaderboard.list({ ...board, cursor }));
  await telling.tell(
    'leaderboard.list-another-sport',
    club.leaderboard.list({ sport: 'padel', ...texas }),
  );
  await telling.tell('leaderboard.list-nobody', club.leaderboard.list({ sport: 'racquetball' }));
  await telling.tell(
    'leaderboard.rank',
    club.leaderboard.rank(telling.request('leaderboard.rank-request')),
  );
  await telling.tell(
    'leaderboard.rank-fourth',
    club.leaderboard.rank({ memberId: sofia.id, sport: 'pickleball', ...texas }),
  );
  await telling.tell(
    'leaderboard.rank-city',
    club.leaderboard.rank(telling.request('leaderboard.rank-request-city')),
  );
}
