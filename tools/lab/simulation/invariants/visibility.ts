import type { Schemas } from '@partner-rating/server';
import { naiveMember } from '@partner-rating/service/src/members/testing/naive-member.ts';
import { ratingHistory } from '@partner-rating/service/src/ratings/store/rating-history.ts';
import { expectConnections } from '../actions/read-players.ts';
import { expectEqual, expectThat } from '../finding.ts';
import { get, getByKey, sendAs } from '../world/network.ts';
import { readPages } from '../world/pages.ts';
import type { Partner, Player } from '../world/people.ts';
import { sightOf } from '../world/sight.ts';
import type { World } from '../world/world.ts';

/** Each application sees exactly the fields that each player granted. */
export async function expectSeenAsGranted(world: World): Promise<void> {
  for (const partner of world.partners.filter(({ index }) => !world.model.suspended.has(index))) {
    for (const player of world.players) {
      await expectMember(world, partner, player);
      await expectHistory(world, partner, player);
    }
    await expectConnections(world, partner.index);
    await expectKeyScopes(world, partner);
  }
}

async function expectMember(world: World, partner: Partner, player: Player): Promise<void> {
  const { memberId } = player;
  const expected = naiveMember(await sightOf(world, partner.index, player.index));
  const url = `/api/v1/partner/member?memberId=${memberId}`;
  const answer = await sendAs(world, partner.index, get(url));
  if (expected === null) {
    expectThat(
      answer.statusCode === 404,
      () => `${partner.name} sees ${player.name}, who is not to be found: ${answer.body}`,
    );
    return;
  }
  expectThat(
    answer.statusCode === 200,
    () => `${partner.name} cannot read ${player.name}: ${answer.body}`,
  );
  const shown = answer.json() as Schemas.Member;
  const sorted = (scopesOf: Schemas.Member) => ({
    ...scopesOf,
    grantedScopes: scopesOf.grantedScopes?.toSorted(),
  });
  expectEqual(
    sorted(shown),
    sorted(expected),
    `${partner.name} sees other fields of ${player.name} than the granted ones.`,
  );
}

const PAGE = 7;

async function expectHistory(world: World, partner: Partner, player: Player): Promise<void> {
  const { memberId } = player;
  const path = '/api/v1/partner/member/rating-history';
  const scopes = world.model.grantOf(partner.index, player.index);
  if (!scopes?.includes('user:rating:history')) {
    const refused = get(`${path}?memberId=${memberId}&limit=${PAGE}`);
    const { statusCode } = await sendAs(world, partner.index, refused);
    expectThat(
      statusCode !== 200,
      () => `${partner.name} reads the history of ${player.name}, who granted ${scopes}.`,
    );
    return;
  }
  const entries = await readPages(world, partner.index, {
    path,
    query: { memberId },
    limit: PAGE,
    itemsOf: ({ history }: Schemas.RatingHistoryPage) => history,
    keyOf: (entry) => JSON.stringify(entry),
  });
  const rows = await world.direct
    .selectFrom(ratingHistory)
    .select(['sport', 'bracket', 'rating', 'changed_at'])
    .where('member_id', '=', player.memberId)
    .orderBy('change_order', 'desc')
    .execute();
  expectEqual(
    entries?.map(({ sport, bracket, newRating, changedAt }) => [
      sport,
      bracket,
      newRating,
      Date.parse(changedAt),
    ]),
    rows.map(({ sport, bracket, rating, changed_at }) => [
      sport,
      bracket,
      rating,
      changed_at.getTime(),
    ]),
    `The pages of the history of ${player.name} are not what was recorded.`,
  );
}

const BEYOND_READING = [
  '/api/v1/partner/matches',
  '/api/v1/leaderboard?sport=pickleball',
  '/api/v1/partner/webhook-deliveries',
  '/api/v1/partner/webhook-endpoints',
];

/** A key that may only read members can do nothing else. */
async function expectKeyScopes(world: World, { name, readingKey }: Partner): Promise<void> {
  for (const url of BEYOND_READING) {
    const answer = await getByKey(world, readingKey, url);
    expectThat(
      answer.statusCode === 403,
      () => `A key of ${name} without the scope was answered: ${url} ${answer.statusCode}`,
    );
  }
}
