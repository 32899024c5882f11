import type { Schemas } from '@partner-rating/server';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { post, sendAs } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import { type Action, upTo } from './action.ts';
import { MATCHES } from './submit.ts';

const FORMS = ['offset', 'utc', 'date'] as const;
const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

interface Evening {
  players: [number, number];
  /** Start of each match, in minutes of the evening. */
  starts: number[];
  /** No other evening has these scores. */
  points: number[];
  daysAgo: number;
  reports: { partner: number; form: (typeof FORMS)[number]; isReversed: boolean }[];
  isRepeated: boolean;
}

/**
 * Several applications each report all matches of an evening with equal scores. Each played match
 * counts once.
 */
export const reportEqualScores: Action<Evening> = {
  weight: 5,
  operations: ['matches.submit'],
  draw: (random) => {
    const first = upTo(random, PLAYERS);
    return {
      players: [first, (first + 1 + upTo(random, PLAYERS - 1)) % PLAYERS],
      starts: Array.from({ length: 1 + upTo(random, 3) }, () => upTo(random, 240)),
      points: Array.from({ length: 6 }, () => upTo(random, 10)),
      daysAgo: 2 + upTo(random, 20),
      reports: Array.from({ length: PARTNERS }, (_, index) => index)
        .toSorted(() => random() - 0.5)
        .map((partner) => ({ partner, form: pick(random, FORMS), isReversed: random() < 0.5 })),
      isRepeated: random() < 0.3,
    };
  },
  play: async (world, { players, starts, points, daysAgo, reports, isRepeated }) => {
    const teams = players.map((player) => [world.player(player).memberId]);
    const night = Math.floor(world.time.now / DAY - daysAgo) * DAY;
    const name = `equal-${points.join('')}`;
    const ids = new Set<string>();
    let reporters = 0;
    for (const { partner, form, isReversed } of reports) {
      const matches = starts.map((start, index) => ({
        identifier: `${name}-${index}`,
        matchDate: dateOf(night + 18 * 60 * MINUTE + start * MINUTE, form),
        teams,
        games: points.map((lost) => ({ scores: [11, lost] })),
      }));
      const payload = {
        ...{ sport: 'pickleball', winScore: 11, winBy: 1 },
        matches: isReversed ? matches.toReversed() : matches,
      };
      const request = post(MATCHES, payload);
      const answer = await sendAs(world, partner, request);
      if (answer.statusCode >= 300) continue;
      if (isRepeated) await sendAs(world, partner, request);
      const result = answer.json() as Schemas.MatchBatchResult;
      for (const { id, status, identifier } of result.matches) {
        expectThat(
          id !== null && status !== 'held',
          () => `${identifier} vanished: ${answer.body}`,
        );
        if (id === null) continue;
        ids.add(id);
        const known = { partner, sport: 'pickleball', identifier, players: teams.flat() };
        world.model.addMatch({ id }, known);
      }
      reporters += 1;
    }
    expectEqual(ids.size, reporters * starts.length, 'A report was answered and is not stored.');
    if (reporters === 0) return 'Nobody may report the matches of an evening.';
    const uncounted = await world.direct
      .selectFrom('uncounted_match')
      .select('match_id')
      .where('match_id', 'in', [...ids])
      .execute();
    expectEqual(
      ids.size - uncounted.length,
      starts.length,
      `${reporters} applications reported ${starts.length} matches with equal scores.`,
    );
    return `${reporters} applications report ${starts.length} matches with equal scores.`;
  },
};

/** Local time at the venue, two hours ahead of UTC. */
function dateOf(local: number, form: (typeof FORMS)[number]): string {
  const sent = new Date(local).toISOString();
  if (form === 'date') return sent.slice(0, 10);
  if (form === 'utc') return new Date(local - 120 * MINUTE).toISOString();
  return `${sent.slice(0, 19)}+02:00`;
}
