import { expectThat } from '../finding.ts';
import type { TokenBody } from './model.ts';
import type { World } from './world.ts';

/** Finds out which of two states is true if the response was lost in a crash. */
export async function adoptGrant(
  world: World,
  {
    partner,
    player,
    before,
    after,
  }: { partner: number; player: number; before: string[] | null; after: string[] },
): Promise<void> {
  const row = await world.direct
    .selectFrom('connection')
    .select(['scopes', 'revoked_at'])
    .where('application_id', '=', world.partner(partner).applicationId)
    .where('member_id', '=', world.player(player).memberId)
    .executeTakeFirst();
  const stands = row === undefined || row.revoked_at !== null ? null : row.scopes.toSorted().join();
  if (stands === after.toSorted().join()) {
    world.model.grant(partner, player, after, world.time.now);
  } else {
    expectThat(
      stands === (before?.toSorted().join() ?? null),
      () => `A connection has neither the earlier scopes nor the granted scopes: ${stands}`,
    );
  }
}

type PlayerTokens = TokenBody & { player_id: string };

/** Adds the tokens of a response to the model. Returns their family. */
export function learnTokens(
  world: World,
  given: {
    partner: number;
    player: number;
    memberId: string;
    scopes: string[];
    body: PlayerTokens;
  },
): number {
  const { model, time } = world;
  const { partner, player, memberId, scopes, body } = given;
  expectThat(
    body.player_id === memberId,
    () => `The tokens are of ${body.player_id}, not of ${memberId}.`,
  );
  expectThat(
    body.scope.toSorted().join() === scopes.toSorted().join(),
    () => `The player granted ${scopes}, and the tokens have ${body.scope}.`,
  );
  model.families += 1;
  const owner = { partner, player, family: model.families };
  model.addTokens(owner, { body, scopes: body.scope }, time.now);
  return model.families;
}
