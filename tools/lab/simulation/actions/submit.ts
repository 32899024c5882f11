import type { Schemas } from '@partner-rating/server';
import { pick, type Random, sample } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { NETWORK_FAULTS, type NetworkFault, post, sendOnce } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

export const SPORTS = ['pickleball', 'padel'] as const;
export const MATCHES = '/api/v1/partner/matches';
const HOUR = 3_600_000;

export interface Result {
  identifier: number;
  sport: string;
  hoursAgo: number;
  /** How the report gives the time of the match. */
  dateForm: 'time' | 'offset' | 'day';
  teams: number[][];
  scores: number[][];
  outcome: string;
  /** The winner if somebody retired or was disqualified. That team may have been ahead. */
  winner: number | null;
}

interface Submit {
  partner: number;
  results: Result[];
  timeZone: string | null;
  key: number;
  isDryRun: boolean;
  fault: NetworkFault | null;
}

export function drawResult(random: Random): Result {
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
    'retired',
    'defaulted',
    'abandoned',
  ]);
  return {
    identifier: upTo(random, 100_000),
    sport: pick(random, [SPORTS[0], SPORTS[0], SPORTS[1]]),
    hoursAgo: random() < 0.6 ? 0 : upTo(random, 24 * 20),
    dateForm: pick(random, ['time', 'time', 'offset', 'day']),
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
    winner: outcome === 'retired' || outcome === 'defaulted' ? pick(random, [0, 1]) : null,
  };
}

/**
 * A partner submits results on time or late, once or repeatedly, over a network that loses
 * responses.
 */
export const submit: Action<Submit> = {
  weight: 24,
  operations: ['matches.submit'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    results: Array.from({ length: 1 + upTo(random, 3) }, () => drawResult(random)),
    timeZone: pick(random, [null, null, 'America/Chicago', 'Pacific/Auckland']),
    key: upTo(random, 1_000_000_000),
    isDryRun: random() < 0.07,
    fault: random() < 0.2 ? pick(random, NETWORK_FAULTS) : null,
  }),
  play: async (world, data) => {
    const { partner, isDryRun, key, fault } = data;
    const { name } = world.partner(partner);
    const payload = batchOf(world, data);
    const request = post(MATCHES, payload);
    const answer = await sendOnce(world, partner, { ...request, key: `key-${key}`, fault });
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
    const result = answer.json() as Schemas.MatchBatchResult;
    expectThat(
      !result.errors?.some(({ code }) => code.startsWith('date_')),
      () => `${name} submitted matches of today, or before, and a date was refused: ${answer.body}`,
    );
    expectConsent(world, data, result);
    for (const [index, { status }] of result.matches.entries()) {
      const sent = data.results[index];
      if (sent !== undefined) expectCounted(sent, status);
    }
    const before = world.model.matches.length;
    for (const [index, answered] of result.matches.entries()) {
      const input = payload.matches[index];
      if (isDryRun || input === undefined) continue;
      const { identifier, sport, teams } = input;
      world.model.addMatch(answered, { partner, sport, identifier, players: teams.flat() });
    }
    const stored = world.model.matches.length - before;
    const network = fault === null ? '' : ` (${fault})`;
    return `${name} ${isDryRun ? 'tries' : 'submits'} ${count(data)}, ${stored} stored${network}.`;
  },
};

/**
 * A match moves only players who consented, and the response shows only ratings that players share.
 */
function expectConsent(
  world: World,
  { partner, results }: Submit,
  answer: Schemas.MatchBatchResult,
): void {
  const scopesOf = (player: number) => world.model.grantOf(partner, player) ?? [];
  for (const [index, { duplicateOf, confirmations }] of answer.matches.entries()) {
    if (duplicateOf === 'own' || confirmations === undefined) continue;
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
      () => `An answer shows the rating of ${id}, who did not grant user:rating:read.`,
    );
  }
}

/**
 * A walkover moves no rating. Neither does a match whose finished games contradict the reported
 * winner.
 */
function expectCounted({ outcome, winner, scores }: Result, status: string): void {
  const lead = scores.reduce((sum, [one = 0, other = 0]) => sum + Math.sign(one - other), 0);
  const isContradicted = winner !== null && winner !== (lead > 0 ? 0 : 1);
  const movesNobody = outcome === 'walkover' || isContradicted;
  expectThat(
    movesNobody ? status !== 'rated' : status !== 'stored',
    () =>
      `A match that is ${outcome}, with ${JSON.stringify(scores)} and winner ${winner}, is ${status}.`,
  );
}

const count = ({ results }: Submit) =>
  `${results.length} ${results.length === 1 ? 'match' : 'matches'}`;

function batchOf(world: World, { results, timeZone, isDryRun }: Submit) {
  return {
    sport: 'pickleball',
    winScore: 11,
    winBy: 1,
    partial: true,
    ...(timeZone !== null && { timeZone }),
    ...(isDryRun && { dryRun: true }),
    matches: results.map((result) => matchOf(world, result, timeZone)),
  };
}

export function matchOf(
  world: World,
  { identifier, sport, hoursAgo, dateForm, teams, scores, outcome, winner }: Result,
  timeZone: string | null = null,
) {
  return {
    identifier: `match-${identifier}`,
    sport,
    outcome,
    ...(winner !== null && { winner }),
    matchDate: dateOf(world.time.now - hoursAgo * HOUR, dateForm, timeZone),
    teams: teams.map((team) => team.map((player) => world.player(player).memberId)),
    games: scores.map((game) => ({ scores: game })),
  };
}

function dateOf(time: number, form: Result['dateForm'], timeZone: string | null): string {
  if (form === 'time') return new Date(time).toISOString();
  if (form === 'offset') return new Date(time - 5 * HOUR).toISOString().replace('Z', '-05:00');
  return dayOf(time, timeZone);
}

/** The date in a time zone, or in UTC. */
export function dayOf(time: number, timeZone: string | null): string {
  const calendar = { timeZone: timeZone ?? 'UTC', dateStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv', calendar).format(time);
}
