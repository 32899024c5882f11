import type { Schemas } from '@partner-rating/server';
import { expectEqual, expectThat } from '../finding.ts';
import type { KnownMatch } from '../world/model.ts';
import { get } from '../world/network.ts';
import { askAs, readPages } from '../world/pages.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';
import { MATCHES } from './submit.ts';

/**
 * An application lists the matches it submitted. Everything acknowledged is there, with the last
 * played first.
 */
export const listMatches: Action<{ partner: number; limit: number; match: number }> = {
  weight: 2,
  operations: ['matches.list', 'matches.get'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    limit: 5 + upTo(random, 30),
    match: upTo(random, 1_000),
  }),
  play: async (world, { partner, limit, match: number }) => {
    const { name } = world.partner(partner);
    const listed = await readPages(world, partner, { path: MATCHES, limit, ...byId });
    if (listed === null) return `${name} is suspended and cannot list its matches.`;
    const own = world.model.matches.filter((match) => match.partner === partner);
    expectKnown(listed, own, `in the list of ${name}`);
    expectOrder(listed, `The list of ${name}`);
    const match = choose(world.model.matches, number);
    if (match === undefined) return `${name} lists ${listed.length} matches.`;
    const answer = await askAs(world, partner, get(`${MATCHES}/${match.id}`));
    const inList = listed.find(({ id }) => id === match.id);
    expectEqual(
      answer?.statusCode === 200 ? answer.json() : null,
      inList ?? null,
      `${name} reads ${match.identifier} with other values than in the list.`,
    );
    return `${name} lists ${listed.length} matches.`;
  },
};

/** An application lists a player's matches from all applications, if the player granted that. */
export const listMatchesOf: Action<{ partner: number; player: number; limit: number }> = {
  weight: 1,
  operations: ['members.listMatches'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    player: upTo(random, PLAYERS),
    limit: 5 + upTo(random, 20),
  }),
  play: async (world, { partner, player, limit }) => {
    const { model } = world;
    const { name } = world.partner(partner);
    const { name: playerName, memberId } = world.player(player);
    const isGranted = model.grantOf(partner, player)?.includes('user:rating:history') ?? false;
    if (!isGranted || model.suspended.has(partner)) {
      return `${name} may not list the matches of ${playerName}.`;
    }
    const path = '/api/v1/partner/member/matches';
    const listed = await readPages(world, partner, { path, query: { memberId }, limit, ...byId });
    // The list shows each match once, with the report that counts.
    const repeats = await world.direct
      .selectFrom('uncounted_match')
      .select('match_id')
      .where('reason', '=', 'repeated')
      .execute();
    const repeated = new Set(repeats.map(({ match_id }) => match_id));
    const theirs = model.matches.filter(
      ({ id, players }) => players.includes(memberId) && !repeated.has(id),
    );
    expectKnown(listed ?? [], theirs, `among those of ${playerName}`);
    expectOrder(listed ?? [], `The list of ${playerName}`);
    return `${name} lists ${listed?.length} matches of ${playerName}.`;
  },
};

const byId = {
  itemsOf: ({ matches }: Schemas.MatchesPage) => matches,
  keyOf: ({ id }: Schemas.Match) => id,
};

function expectKnown(
  listed: readonly Schemas.Match[],
  known: readonly KnownMatch[],
  where: string,
): void {
  const statuses = new Map(listed.map(({ id, status }) => [id, status]));
  for (const { id, identifier, isVoided } of known) {
    const status = statuses.get(id);
    expectThat(
      status !== undefined && (status === 'voided') === isVoided,
      () =>
        `${identifier} (${id}) is ${isVoided ? '' : 'not '}voided, and ${where} it is ${status}.`,
    );
  }
}

function expectOrder(listed: readonly Schemas.Match[], what: string): void {
  const times = listed.map(({ matchDate }) => Date.parse(matchDate));
  expectThat(
    times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0)),
    () => `${what} does not begin with what was played last.`,
  );
}
