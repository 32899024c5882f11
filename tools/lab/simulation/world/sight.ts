import type { Sight } from '@partner-rating/service/src/members/testing/naive-member.ts';
import type { World } from './world.ts';

/** Returns what an application may see of a player with its key, in the form that the naive implementations take. */
export async function sightOf(world: World, partner: number, player: number): Promise<Sight> {
  const { direct, model, time } = world;
  const { memberId } = world.player(player);
  const member = await direct
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const ratings = await direct
    .selectFrom('rating')
    .selectAll()
    .where('member_id', '=', memberId)
    .execute();
  const scopes = model.grantOf(partner, player);
  const isHidden = model.hidden.has(player) || model.erased.has(player);
  return {
    member: { ...member, wants_discovery: !isHidden },
    ratings,
    connection: scopes && { scopes, revoked: false },
    sports: null,
    now: time.clock(),
  };
}
