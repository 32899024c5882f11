import { pick, type Random, sample } from '../../src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { NETWORK_FAULTS, type NetworkFault, sendAs, sendOnce } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

export const SPORTS = ['pickleball', 'padel'] as const;
const MATCHES = '/api/v1/partner/matches';
const HOUR = 3_600_000;
const ANY = 1_000;

interface Result {
  identifier: number;
  sport: string;
  hoursAgo: number;
  teams: number[][];
  scores: number[][];
  outcome: string;
}

interface Submit {
  partner: number;
  results: Result[];
  key: number;
  isDryRun: boolean;
  fault: NetworkFault | null;
}

function drawResult(random: Random): Result {
  const size = pick(random, [1, 1, 2]);
  const everybody = Array.from({ length: PLAYERS }, (_, index) => index);
  const players = sample(random, everybody, 2 * size);
  const outcome = pick(random, [
    'completed',
    'completed',
    'completed',
    'completed',
    'drawn',
    'walkover',
  ]);
  return {
    identifier: upTo(random, 100_000),
    sport: pick(random, [SPORTS[0], SPORTS[0], SPORTS[1]]),
    hoursAgo: random() < 0.6 ? 0 : upTo(random, 24 * 20),
    teams: [players.slice(0, size), players.slice(size)],
    scores:
      outcome === 'drawn'
        ? [[7, 7]]
        : pick(random, [
            [[11, 7]],
            [[11, 0]],
            [[5, 11]],
            [
              [11, 9],
              [3, 11],
              [11, 8],
            ],
          ]),
    outcome,
  };
}

/** A partner submits results: now or late, once or again, over a network that loses answers. */
export const submit: Action<Submit> = {
  weight: 24,
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    results: Array.from({ length: 1 + upTo(random, 3) }, () => drawResult(random)),
    key: upTo(random, 1_000_000_000),
    isDryRun: random() < 0.07,
    fault: random() < 0.2 ? pick(random, NETWORK_FAULTS) : null,
  }),
  play: async (world, data) => {
    const { partner, isDryRun, key, fault } = data;
    const { name = '' } = world.partners[partner] ?? {};
    const payload = batchOf(world, data);
    const request = { method: 'POST', url: MATCHES, payload, key: `key-${key}`, fault } as const;
    const answer = await sendOnce(world, partner, request);
    if (answer.statusCode !== 200 && answer.statusCode !== 201) {
      expectThat(
        world.model.suspended.has(partner) ||
          answer.statusCode === 422 ||
          answer.statusCode === 409,
        () => `${name} submitted matches and was answered ${answer.statusCode}: ${answer.body}`,
      );
      return `${name} submits ${count(data)} and is refused (${answer.statusCode}).`;
    }
    expectThat(
      !world.model.suspended.has(partner),
      () => `${name} is suspended and submitted matches.`,
    );
    const result = answer.json() as SubmitResult;
    expectConsent(world, data, result);
    let stored = 0;
    for (const [index, { id, status }] of result.matches.entries()) {
      const input = payload.matches[index];
      if (isDryRun || id === null || input === undefined || status === 'duplicate') continue;
      stored += 1;
      const { identifier, sport, teams } = input;
      const players = teams.flat();
      world.model.matches.push({ id, partner, sport, identifier, players, isVoided: false });
    }
    const network = fault === null ? '' : ` (${fault})`;
    return `${name} ${isDryRun ? 'tries' : 'submits'} ${count(data)}, ${stored} stored${network}.`;
  },
};

interface SubmitResult {
  matches: { id: string | null; status: string; confirmations?: string[][] }[];
  ratingChanges: { id: string }[];
}

/** Nobody is moved who did not agree, and no rating is shown of who did not agree to that. */
function expectConsent(world: World, { partner, results }: Submit, answer: SubmitResult): void {
  const scopesOf = (player: number) => world.model.grantOf(partner, player) ?? [];
  for (const [index, { status, confirmations }] of answer.matches.entries()) {
    if (status === 'duplicate' || confirmations === undefined) continue;
    const expected = results[index]?.teams.map((team) =>
      team.map((player) =>
        scopesOf(player).includes('user:match:submit') ? 'confirmed' : 'unconfirmed',
      ),
    );
    expectEqual(confirmations, expected, 'A result counts for others than agreed to it.');
  }
  for (const { id } of answer.ratingChanges) {
    const player = world.players.findIndex(({ memberId }) => memberId === id);
    expectThat(
      scopesOf(player).includes('user:rating:read'),
      () =>
        `An answer shows the rating of ${world.players[player]?.name}, who did not grant user:rating:read.`,
    );
  }
}

const count = ({ results }: Submit) =>
  `${results.length} ${results.length === 1 ? 'match' : 'matches'}`;

function batchOf(world: World, { results, isDryRun }: Pick<Submit, 'results' | 'isDryRun'>) {
  return {
    sport: 'pickleball',
    winScore: 11,
    winBy: 1,
    partial: true,
    ...(isDryRun && { dryRun: true }),
    matches: results.map((result) => matchOf(world, result)),
  };
}

function matchOf(world: World, { identifier, sport, hoursAgo, teams, scores, outcome }: Result) {
  return {
    identifier: `match-${identifier}`,
    sport,
    outcome,
    matchDate: new Date(world.time.now - hoursAgo * HOUR).toISOString(),
    teams: teams.map((team) => team.map((player) => world.players[player]?.memberId ?? '')),
    games: scores.map((game) => ({ scores: game })),
  };
}

interface StoredContent {
  outcome: string;
  games: { scores: number[]; winScore: number; winBy: number; isRated?: boolean }[];
}

/** A partner, or the other one, reports a match that was reported before. */
export const reportAgain: Action<{ match: number; by: number; key: number }> = {
  weight: 4,
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
      .select(['content', 'match_date'])
      .where('id', '=', match.id)
      .executeTakeFirstOrThrow();
    const { games, outcome } = row.content as StoredContent;
    const participants = await world.direct
      .selectFrom('match_participant')
      .select(['member_id', 'team'])
      .where('match_id', '=', match.id)
      .orderBy('team')
      .orderBy('position')
      .execute();
    const teams = [...Map.groupBy(participants, ({ team }) => team).values()];
    const payload = {
      sport: match.sport,
      partial: true,
      matches: [
        {
          identifier: `again-${key}`,
          outcome,
          matchDate: row.match_date.toISOString(),
          teams: teams.map((team) => team.map(({ member_id }) => member_id)),
          games: games.map(({ scores, winScore, winBy }) => ({ scores, winScore, winBy })),
        },
      ],
    };
    const before = await countMatches(world);
    const answer = await sendAs(world, by, { method: 'POST', url: MATCHES, payload });
    const { name = '' } = world.partners[by] ?? {};
    if (answer.statusCode >= 300) return `${name} reports a match again and is refused.`;
    const result = answer.json() as { matches: { id: string | null; status: string }[] };
    const [one] = result.matches;
    // Where no game counts, two reports are two matches.
    const counts = games.some(({ isRated }) => isRated !== false);
    if (counts && !match.isVoided && (one?.status === 'rated' || one?.status === 'stored')) {
      const isCounted = (await countMatches(world)) > before;
      expectThat(
        !isCounted,
        () => `${match.id} was reported again and counts twice: ${answer.body}`,
      );
    }
    if (one !== undefined && one.id !== null && one.status !== 'duplicate') {
      world.model.matches.push({ ...match, id: one.id, partner: by, isVoided: false });
    }
    return `${name} reports a match once more (${one?.status}).`;
  },
};

async function countMatches(world: World): Promise<number> {
  const { count: matches } = await world.direct
    .selectFrom('match')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return matches;
}

/** A partner takes a match back. */
export const voidMatch: Action<{ match: number; key: number; fault: NetworkFault | null }> = {
  weight: 5,
  draw: (random) => ({
    match: upTo(random, ANY),
    key: upTo(random, 1e9),
    fault: random() < 0.2 ? pick(random, NETWORK_FAULTS) : null,
  }),
  play: async (world, { match: number, key, fault }) => {
    const match = choose(world.model.matches, number);
    if (match === undefined) return 'There is no match to void.';
    const { name = '' } = world.partners[match.partner] ?? {};
    const answer = await sendOnce(world, match.partner, {
      method: 'POST',
      url: `${MATCHES}/${match.id}/void`,
      payload: { reason: 'Wrong court.' },
      key: `key-${key}`,
      fault,
    });
    if (answer.statusCode >= 300) return `${name} cannot void a match (${answer.statusCode}).`;
    match.isVoided = true;
    return `${name} voids a match${fault === null ? '' : ` (${fault})`}.`;
  },
};

/** A partner replaces a wrong match by the right one. */
export const replaceMatch: Action<{ match: number; result: Result }> = {
  weight: 3,
  draw: (random) => ({ match: upTo(random, ANY), result: drawResult(random) }),
  play: async (world, { match: number, result }) => {
    const match = choose(world.model.matches, number);
    if (match === undefined) return 'There is no match to replace.';
    const { name = '' } = world.partners[match.partner] ?? {};
    const payload = { ...matchOf(world, result), winScore: 11, winBy: 1, reason: 'Wrong score.' };
    const answer = await sendAs(world, match.partner, {
      method: 'PUT',
      url: `${MATCHES}/${match.id}`,
      payload,
    });
    if (answer.statusCode >= 300) return `${name} cannot replace a match (${answer.statusCode}).`;
    match.isVoided = true;
    const { matches } = answer.json() as { matches: { id: string | null; status: string }[] };
    const [right] = matches;
    if (right !== undefined && right.id !== null && right.status !== 'duplicate') {
      const { identifier, sport, teams } = payload;
      const known = { id: right.id, identifier, sport, players: teams.flat() };
      world.model.matches.push({ ...known, partner: match.partner, isVoided: false });
    }
    return `${name} replaces a match (${right?.status}).`;
  },
};
