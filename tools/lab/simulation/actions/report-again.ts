import type { Schemas } from '@partner-rating/server';
import { expectThat } from '../finding.ts';
import { post, sendAs } from '../world/network.ts';
import { PARTNERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';
import { MATCHES } from './submit.ts';

const ANY = 1_000;

interface StoredContent {
  outcome: string;
  winner?: number;
  matchDate?: string;
  timeZone?: string;
  games: { scores: number[]; winScore: number; winBy: number; isRated?: boolean }[];
}

/** A partner, or another one, reports a match that was already reported. */
export const reportAgain: Action<{ match: number; by: number; key: number }> = {
  weight: 4,
  operations: ['matches.submit'],
  draw: (random) => ({
    match: upTo(random, ANY),
    by: upTo(random, PARTNERS),
    key: upTo(random, 1e9),
  }),
  play: async (world, { match: number, by, key }) => {
    const match = choose(world.model.matches, number);
    if (match === undefined) return 'There is no match to report again.';
    const row = await world.direct
      .selectFrom('match')
      .select(['arrival', 'content', 'match_date'])
      .where('id', '=', match.id)
      .executeTakeFirstOrThrow();
    const { games, outcome, winner, matchDate, timeZone } = row.content as StoredContent;
    const participants = await world.direct
      .selectFrom('match_participant')
      .innerJoin('member', 'member.member_number', 'match_participant.member_number')
      .select(['member.id as member_id', 'team'])
      .where('arrival', '=', row.arrival)
      .orderBy('team')
      .orderBy('position')
      .execute();
    const teams = [...Map.groupBy(participants, ({ team }) => team).values()];
    const isHeld = (await reasonOf(world, match.id)) === 'held';
    const payload = {
      sport: match.sport,
      ...(timeZone !== undefined && { timeZone }),
      partial: true,
      matches: [
        {
          identifier: `again-${key}`,
          outcome,
          ...(winner !== undefined && { winner }),
          // Reported unchanged, because another time would make it another match.
          matchDate: matchDate ?? row.match_date.toISOString(),
          teams: teams.map((team) => team.map(({ member_id }) => member_id)),
          games: games.map(({ scores, winScore, winBy }) => ({ scores, winScore, winBy })),
        },
      ],
    };
    const before = await countMatches(world);
    const answer = await sendAs(world, by, post(MATCHES, payload));
    const { name } = world.partner(by);
    if (answer.statusCode >= 300) return `${name} reports a match again and is refused.`;
    const { matches } = answer.json() as Schemas.MatchBatchResult;
    // If no game counts, two reports are two matches.
    const counts = games.some(({ isRated }) => isRated !== false);
    if (counts && !match.isVoided && !isHeld) {
      const isCounted = (await countMatches(world)) > before;
      expectThat(
        !isCounted,
        () => `${match.id} was reported again and counts twice: ${answer.body}`,
      );
    }
    for (const one of matches) world.model.addMatch(one, { ...match, partner: by });
    return `${name} reports a match once more (${matches[0]?.status}).`;
  },
};

/** Why a match does not count. */
async function reasonOf(world: World, matchId: string): Promise<string | undefined> {
  const row = await world.direct
    .selectFrom('uncounted_match')
    .select('reason')
    .where('match_id', '=', matchId)
    .executeTakeFirst();
  return row?.reason;
}

/** Returns how many matches count. */
async function countMatches(world: World): Promise<number> {
  const { count: matches } = await world.direct
    .selectFrom('match')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('id', 'not in', world.direct.selectFrom('uncounted_match').select('match_id'))
    .executeTakeFirstOrThrow();
  return matches;
}
