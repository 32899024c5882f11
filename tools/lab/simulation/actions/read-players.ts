import type { Schemas } from '@partner-rating/server';
import {
  naiveCard,
  naiveMember,
} from '@partner-rating/service/src/members/testing/naive-member.ts';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual } from '../finding.ts';
import { get } from '../world/network.ts';
import { askAs, readPages } from '../world/pages.ts';
import { PARTNERS } from '../world/people.ts';
import { sightOf } from '../world/sight.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';

const SEARCH = '/api/v1/partner/search';
const SORTS = ['name', 'activity', 'rating'] as const;

/**
 * An application searches page by page. It finds only players who may be found, and sees what each
 * of them allows.
 */
export const search: Action<{ partner: number; limit: number; sort: (typeof SORTS)[number] }> = {
  weight: 2,
  operations: ['members.search'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    limit: 1 + upTo(random, 4),
    sort: pick(random, SORTS),
  }),
  play: async (world, { partner, limit, sort }) => {
    const { name } = world.partner(partner);
    const isByRating = sort === 'rating';
    const found = await readPages(world, partner, {
      path: SEARCH,
      query: { country: 'US', sort, ...(isByRating && { sport: 'pickleball' }) },
      limit,
      itemsOf: ({ players }: Schemas.MemberSearchPage) => players,
      keyOf: ({ id }) => id,
    });
    if (found === null) return `${name} is suspended and cannot search.`;
    const sports = isByRating ? ['pickleball'] : null;
    const expected: Schemas.Member[] = [];
    for (const { index } of world.players) {
      const sight = { ...(await sightOf(world, partner, index)), sports };
      const card = sight.member.country === 'US' ? naiveCard(sight) : null;
      const isRated = Object.keys(card?.sport ?? {}).length > 0;
      if (card !== null && (isRated || !isByRating)) expected.push(card);
    }
    expectSame(
      found,
      expected,
      `The search of ${name} is not who may be found, as they are to be seen.`,
    );
    return `${name} searches and finds ${found.length} players.`;
  },
};

/** An application reads several members in one request. */
export const readMembers: Action<{ partner: number }> = {
  weight: 2,
  operations: ['members.getBulk'],
  draw: (random) => ({ partner: upTo(random, PARTNERS) }),
  play: async (world, { partner }) => {
    const { name } = world.partner(partner);
    const ids = world.players.map(({ memberId }) => memberId).join(',');
    const url = `/api/v1/partner/members?ids=${ids}`;
    const answer = await askAs(world, partner, get(url));
    if (answer === null) return `${name} is suspended and cannot read members.`;
    const expected = await expectedMembers(world, partner);
    const shown = answer.json() as Schemas.Member[];
    expectSame(shown, expected, `${name} sees other fields of members than the granted ones.`);
    return `${name} reads ${shown.length} members at once.`;
  },
};

/** An application lists its connections with the scopes of each. */
export const listConnected: Action<{ partner: number }> = {
  weight: 1,
  operations: ['members.listConnected'],
  draw: (random) => ({ partner: upTo(random, PARTNERS) }),
  play: async (world, { partner }) => {
    const { name } = world.partner(partner);
    const count = await expectConnections(world, partner);
    if (count === null) return `${name} is suspended and cannot list its connections.`;
    return `${name} lists its ${count} connections.`;
  },
};

/** Lists the granted connections and no others. Returns their number. */
export async function expectConnections(world: World, partner: number): Promise<number | null> {
  const listed = await readPages(world, partner, {
    path: '/api/v1/partner/connections',
    limit: 2,
    itemsOf: ({ connections }: Schemas.ConnectionsPage) => connections,
    keyOf: ({ id }) => id,
  });
  if (listed === null) return null;
  const expected = world.players.flatMap(({ index, memberId }) => {
    const scopes = world.model.grantOf(partner, index);
    return scopes === null ? [] : [`${memberId} ${scopes.toSorted()}`];
  });
  expectEqual(
    listed.map(({ id, grantedScopes }) => `${id} ${grantedScopes.toSorted()}`).toSorted(),
    expected.toSorted(),
    `The connections of ${world.partner(partner).name} are not those granted.`,
  );
  return listed.length;
}

async function expectedMembers(world: World, partner: number): Promise<Schemas.Member[]> {
  const members: Schemas.Member[] = [];
  for (const { index } of world.players) {
    const member = naiveMember(await sightOf(world, partner, index));
    if (member !== null) members.push(member);
  }
  return members;
}

function expectSame(
  shown: readonly Schemas.Member[],
  expected: readonly Schemas.Member[],
  otherwise: string,
): void {
  const sorted = (members: readonly Schemas.Member[]) =>
    members
      .map((member) => ({ ...member, grantedScopes: member.grantedScopes?.toSorted() }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expectEqual(sorted(shown), sorted(expected), otherwise);
}
