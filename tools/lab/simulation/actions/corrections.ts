import type { Schemas } from '@partner-rating/server';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { NETWORK_FAULTS, type NetworkFault, post, sendAs, sendOnce } from '../world/network.ts';
import { type Action, choose, upTo } from './action.ts';
import { drawResult, MATCHES, matchOf, type Result } from './submit.ts';

const ANY = 1_000;

/** A partner voids a match. */
export const voidMatch: Action<{ match: number; key: number; fault: NetworkFault | null }> = {
  weight: 5,
  operations: ['matches.void'],
  draw: (random) => ({
    match: upTo(random, ANY),
    key: upTo(random, 1e9),
    fault: random() < 0.2 ? pick(random, NETWORK_FAULTS) : null,
  }),
  play: async (world, { match: number, key, fault }) => {
    const match = choose(world.model.matches, number);
    if (match === undefined) return 'There is no match to void.';
    const { name } = world.partner(match.partner);
    const answer = await sendOnce(world, match.partner, {
      ...post(`${MATCHES}/${match.id}/void`, { reason: 'Wrong court.' }),
      ...{ key: `key-${key}`, fault },
    });
    if (answer.statusCode >= 300) return `${name} cannot void a match (${answer.statusCode}).`;
    match.isVoided = true;
    return `${name} voids a match${fault === null ? '' : ` (${fault})`}.`;
  },
};

/** A partner replaces a wrong match with the right one. */
export const replaceMatch: Action<{ match: number; result: Result }> = {
  weight: 3,
  operations: ['matches.replace'],
  draw: (random) => ({ match: upTo(random, ANY), result: drawResult(random) }),
  play: async (world, { match: number, result }) => {
    const match = choose(world.model.matches, number);
    if (match === undefined) return 'There is no match to replace.';
    const { name } = world.partner(match.partner);
    const payload = { ...matchOf(world, result), winScore: 11, winBy: 1, reason: 'Wrong score.' };
    const { id, partner } = match;
    const request = { method: 'PUT', url: `${MATCHES}/${id}`, payload } as const;
    const answer = await sendAs(world, partner, request);
    if (answer.statusCode >= 300) return `${name} cannot replace a match (${answer.statusCode}).`;
    match.isVoided = true;
    const { matches } = answer.json() as Schemas.MatchBatchResult;
    const { identifier, sport, teams } = payload;
    for (const right of matches) {
      world.model.addMatch(right, { partner, identifier, sport, players: teams.flat() });
    }
    return `${name} replaces a match (${matches[0]?.status}).`;
  },
};
