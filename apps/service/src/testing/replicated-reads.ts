// What a partner sends to a service that reads from replicas.

import type { MatchBatchResult } from '@partner-rating/client';
import type { ReplicatedService } from './replicated-service.ts';

let submitted = 0;

/** Submits a match that the first player wins against the second. */
export async function submitMatch(
  { client }: ReplicatedService,
  [one, other]: readonly string[],
): Promise<MatchBatchResult> {
  submitted += 1;
  if (one === undefined || other === undefined) throw new Error('A match has two players.');
  return await client.matches.submit({
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    matches: [
      {
        identifier: `match-${submitted}`,
        teams: [[one], [other]],
        games: [{ scores: [11 + submitted, 9 + submitted] }],
      },
    ],
  });
}

/** Returns the rating that a partner reads of a player. */
export async function readRating(
  { client }: ReplicatedService,
  memberId: string,
): Promise<number | null | undefined> {
  return (await client.members.get(memberId)).sport?.pickleball?.R;
}

/** Returns the rating of a player after a batch. */
export function newRatingOf(
  { ratingChanges }: MatchBatchResult,
  memberId: string,
): number | null | undefined {
  return ratingChanges.find(({ id, bracket }) => id === memberId && bracket === 'overall-open')
    ?.newRating;
}

/** Sends every operation that reads from replicas. Returns the failures. */
export async function readEverything(
  service: ReplicatedService,
  members: readonly string[],
): Promise<unknown[]> {
  const reads = await readsOf(service, members);
  const answers = await Promise.allSettled(Object.values(reads).map((read) => read()));
  return answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
}

/** Returns a request for each operation that reads from replicas. The members have played. */
export async function readsOf(
  { client }: ReplicatedService,
  members: readonly string[],
): Promise<Record<string, () => PromiseLike<unknown>>> {
  const [one = '', other = ''] = members;
  const { matches } = await client.matches.list();
  const [match] = matches;
  if (match === undefined) throw new Error('A match was submitted.');
  const sport = 'pickleball';
  return {
    'leaderboard.list': () => client.leaderboard.list({ sport, limit: 20 }),
    'leaderboard.listCategories': () => client.leaderboard.listCategories(),
    'leaderboard.rank': () => client.leaderboard.rank({ sport, memberId: one }),
    'matches.balance': () => client.matches.balance({ sport, players: [...members], teamSize: 1 }),
    'matches.get': () => client.matches.get(match.id),
    'matches.list': () => client.matches.list(),
    'matches.predict': () =>
      client.matches.predict({ sport, matches: [{ teams: [[one], [other]] }] }),
    'members.get': () => client.members.get(one),
    'members.getBulk': () => client.members.getBulk({ ids: [one, other] }),
    'members.listConnected': () => client.members.listConnected(),
    'members.listMatches': () => client.members.listMatches(one),
    'members.listRatingHistory': () => client.members.listRatingHistory(one),
    'members.listRatingUpdates': () => client.members.listRatingUpdates(),
    'members.search': () => client.members.search({ name: 'mike' }),
  };
}
