import type { Schemas } from '@partner-rating/server';
import { naiveMember } from '@partner-rating/service/src/members/testing/naive-member.ts';
import { pick, sample } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { post } from '../world/network.ts';
import { askAs } from '../world/pages.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import { sightOf } from '../world/sight.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';
import { SPORTS } from './submit.ts';

interface Planned {
  partner: number;
  sport: string;
  players: number[];
}

const PLAYERS_OF_MATCH = 4;

/**
 * An application predicts a match and balances teams, only with players whose ratings it may see.
 */
export const predict: Action<Planned> = {
  weight: 3,
  operations: ['matches.predict', 'matches.balance'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    sport: pick(random, SPORTS),
    players: sample(
      random,
      Array.from({ length: PLAYERS }, (_, index) => index),
      PLAYERS_OF_MATCH,
    ),
  }),
  play: async (world, { partner, sport, players }) => {
    const { name } = world.partner(partner);
    const [one = '', two = '', three = '', four = ''] = players.map(
      (player) => world.player(player).memberId,
    );
    const teams = [
      [one, two],
      [three, four],
    ];
    const faults = await faultsOf(world, partner, players);
    const matches = [{ teams }, { teams: teams.toReversed() }];
    const predicted = await ask(world, partner, { what: 'predict', payload: { sport, matches } });
    const payload = { sport, players: [one, two, three, four], teamSize: 2 };
    const balanced = await ask(world, partner, { what: 'balance', payload });
    if (predicted === null || balanced === null)
      return `${name} is suspended and predicts nothing.`;
    const codesOf = ({ errors }: Schemas.Problem) => new Set(errors?.map(({ code }) => code));
    if (faults.size > 0) {
      for (const refused of [predicted, balanced]) {
        expectEqual(
          [refused.status, [...codesOf(refused.body as Schemas.Problem)].toSorted()],
          [422, [...faults].toSorted()],
          `${name} must be refused this prediction with the errors of these players.`,
        );
      }
      return `${name} may not predict a match of these players (${[...faults]}).`;
    }
    const { predictions } = predicted.body as Schemas.PredictionResult;
    const [forth = [], back = []] = predictions.map(({ winProbability }) => winProbability);
    expectThat(
      forth.every((chance) => chance > 0 && chance < 1) && Math.abs(sum(forth) - 1) < 1e-9,
      () => `Each of two teams wins by these probabilities: ${forth}`,
    );
    expectEqual(back, forth.toReversed(), 'A prediction depends on the order of the teams.');
    const { lineups } = balanced.body as Schemas.BalanceResult;
    const unfairness = lineups.map((lineup) => lineup.unfairness);
    const asked = Math.abs((forth[0] ?? 0) - 0.5);
    expectThat(
      unfairness.every((value, index) => index === 0 || value >= (unfairness[index - 1] ?? 0)) &&
        (unfairness[0] ?? 1) <= asked + 1e-9,
      () => `The fairest teams are ${unfairness} unfair, and these ${asked}.`,
    );
    return `${name} predicts a match of ${sport}, and balances its teams.`;
  },
};

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

async function ask(
  world: World,
  partner: number,
  { what, payload }: { what: 'predict' | 'balance'; payload: object },
): Promise<{ status: number; body: unknown } | null> {
  const url = `/api/v1/partner/matches/${what}`;
  const answer = await askAs(world, partner, post(url, payload));
  return answer && { status: answer.statusCode, body: answer.json() };
}

/** Why these players must not be predicted. */
async function faultsOf(
  world: World,
  partner: number,
  players: readonly number[],
): Promise<Set<string>> {
  const faults = new Set<string>();
  for (const player of players) {
    const seen = naiveMember(await sightOf(world, partner, player));
    if (seen === null) faults.add('unknown_player');
    else if (seen.sport === undefined) faults.add('ratings_not_shared');
  }
  return faults;
}
