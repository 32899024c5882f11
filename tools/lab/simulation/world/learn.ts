import { expectThat } from '../finding.ts';
import type { KnownRefreshToken } from './model.ts';
import type { World } from './world.ts';

/** Learns which of two it is where the answer died with the service. */
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
      () => `A connection is neither as before nor as granted: ${stands}`,
    );
  }
}

interface TokenBody {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string[];
  player_id: string;
}

/** Adds the tokens of an answer to the model; gives their family. */
export function learnTokens(
  world: World,
  given: { partner: number; player: number; memberId: string; scopes: string[]; body: TokenBody },
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
  const shared = { partner, player, scopes: body.scope, family: model.families, isRevoked: false };
  model.accessTokens.push({
    ...shared,
    value: body.access_token,
    key: null,
    expiresAt: time.now + body.expires_in * 1_000,
  });
  const refresh: KnownRefreshToken = {
    ...shared,
    value: body.refresh_token,
    expiresAt: time.now + 90 * 86_400_000,
    usedAt: null,
    usedWith: null,
    successor: null,
  };
  model.refreshTokens.push(refresh);
  return model.families;
}
