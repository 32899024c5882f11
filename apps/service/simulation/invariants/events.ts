import type { Schemas } from '@partner-rating/server';
import { expectEqual, expectThat } from '../finding.ts';
import { sendAs } from '../world/network.ts';
import type { World } from '../world/world.ts';

const HOUR = 3_600_000;
const MAX_ROUNDS = 400;

/** Whatever waits is delivered, as receivers work again and time passes. */
export async function deliverEverything(world: World): Promise<void> {
  world.receivers.allWell();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = await world.direct
      .selectFrom('webhook_delivery')
      .select('next_attempt_at')
      .where('status', '=', 'pending')
      .orderBy('next_attempt_at', (order) => order.asc().nullsFirst())
      .executeTakeFirst();
    if (next === undefined) return;
    const wait = (next.next_attempt_at?.getTime() ?? 0) - world.time.now;
    await world.time.pass(Math.min(Math.max(wait, 0) + 1_100, 48 * HOUR));
    await world.time.rest();
  }
  const pending = await world.direct
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('status', '=', 'pending')
    .execute();
  expectThat(
    pending.length === 0,
    () => `These deliveries are never made: ${JSON.stringify(pending.slice(0, 3))}`,
  );
}

/** Each event arrived at least once where it was to go, signed, and says what the player lets it say. */
export async function expectEventsDelivered(world: World): Promise<void> {
  const { received } = world.receivers;
  const arrived = new Set(received.map(({ eventId, url }) => `${eventId} ${url}`));
  const deliveries = await world.direct.selectFrom('webhook_delivery').selectAll().execute();
  for (const {
    event_id,
    event_type,
    url,
    status,
    attempts,
    max_attempts,
    error_message,
  } of deliveries) {
    if (status === 'success') {
      expectThat(
        arrived.has(`${event_id} ${url}`),
        () => `${event_type} ${event_id} counts as delivered to ${url} and never arrived.`,
      );
    } else {
      const isGivenUp = error_message?.startsWith('Given up') ?? false;
      expectThat(
        isGivenUp || attempts >= max_attempts,
        () => `${event_type} ${event_id} is given up after ${attempts} attempts.`,
      );
    }
  }
  for (const { eventId, url, isSigned, body, at } of received) {
    expectThat(isSigned, () => `${eventId} came to ${url} without a valid signature.`);
    expectConsented(world, { url, at, event: JSON.parse(body) as Schemas.WebhookEvent });
  }
}

function expectConsented(
  world: World,
  { url, at, event }: { url: string; at: number; event: Schemas.WebhookEvent },
): void {
  if (event.type !== 'rating.updated') return;
  const { partners, players, model } = world;
  const partner = partners.find(({ clientId }) => url.includes(clientId));
  const player = players.find(({ memberId }) => memberId === event.data.id);
  if (partner === undefined || player === undefined) return;
  const needed = [
    'user:webhook:subscribe',
    ...('newRating' in event.data ? ['user:rating:read'] : []),
  ];
  const grants = model.grantsAt(partner.index, player.index, at);
  expectThat(
    grants.some((scopes) => needed.every((scope) => scopes?.includes(scope) ?? false)),
    () =>
      `${partner.name} was sent an update of ${player.name}, who did not grant ${needed.join(' and ')}.`,
  );
}

interface Expected {
  member: string;
  sport: string;
  at: number;
}

/** Each change of a rating is one event, and one update in the list, for whom it is to be known. */
export async function expectChangesNotified(world: World): Promise<void> {
  const changes = await changesOf(world);
  for (const partner of world.partners) {
    const deliveries = await world.direct
      .selectFrom('webhook_delivery')
      .select(['payload', 'event_type'])
      .where('application_id', '=', partner.applicationId)
      .where('event_type', '=', 'rating.updated')
      .execute();
    const written = new Set(
      deliveries.map(({ payload }) =>
        keyOfUpdate((JSON.parse(payload) as { data: Schemas.RatingUpdate }).data),
      ),
    );
    const stored = await world.direct
      .selectFrom('rating_update')
      .select('data')
      .where('application_id', '=', partner.applicationId)
      .execute();
    const updates = new Set(
      stored.map(({ data }) => keyOfUpdate(JSON.parse(data) as Schemas.RatingUpdate)),
    );
    for (const change of changes) {
      const player = world.players.find(({ memberId }) => memberId === change.member);
      if (player === undefined || world.model.erased.has(player.index)) continue;
      if (world.model.wasSuspended(partner.index, change.at)) continue;
      const grants = world.model.grantsAt(partner.index, player.index, change.at);
      if (grants.some((scopes) => !(scopes?.includes('user:webhook:subscribe') ?? false))) continue;
      const key = `${change.member} ${change.sport} ${change.at}`;
      const what = `the change of ${player.name} in ${change.sport} at ${new Date(change.at).toISOString()}`;
      expectThat(updates.has(key), () => `${partner.name} has no update of ${what}.`);
      if (
        !isListening(world, partner.index, change.at) ||
        wasWithdrawn(world, partner.index, player.index, change.at)
      )
        continue;
      expectThat(written.has(key), () => `${partner.name} has no event of ${what}.`);
    }
    if (!world.model.suspended.has(partner.index)) await expectFeed(world, partner.index);
  }
}

// A claimed ghost brings its history along, which moved nobody.
async function changesOf({ direct }: World): Promise<Expected[]> {
  const rows = await direct
    .selectFrom('rating_change')
    .select(['member_id', 'sport', 'changed_at'])
    .distinct()
    .where('member_id', 'not in', (query) =>
      query
        .selectFrom('member')
        .select((one) => one.ref('merged_into').$notNull().as('id'))
        .where('merged_into', 'is not', null),
    )
    .execute();
  return rows.map((row) => ({
    member: row.member_id,
    sport: row.sport,
    at: row.changed_at.getTime(),
  }));
}

const keyOfUpdate = ({ id, sport, changedAt }: Partial<Schemas.RatingUpdate>) =>
  `${id} ${sport} ${Date.parse(changedAt ?? '')}`;

function isListening({ model }: World, partner: number, at: number): boolean {
  const changes = model.endpointChanges.filter((change) => change.partner === partner);
  if (changes.some((change) => change.at === at)) return false;
  return (changes.findLast((change) => change.at < at)?.url ?? null) !== null;
}

// What waited is forgotten then.
function wasWithdrawn({ model }: World, partner: number, player: number, since: number): boolean {
  return model.grantChanges.some(
    (change) =>
      change.partner === partner &&
      change.player === player &&
      change.at >= since &&
      !(change.scopes?.includes('user:webhook:subscribe') ?? false),
  );
}

const PAGE = 3;

/** The pages of the updates leave none out, and the last one of a player is their rating as it stands. */
async function expectFeed(world: World, partner: number): Promise<void> {
  const updates: Schemas.RatingUpdate[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const url = `/api/v1/partner/rating-updates?limit=${PAGE}${after}`;
    const page = (await sendAs(world, partner, { method: 'GET', url })).json() as {
      updates: Schemas.RatingUpdate[];
      nextCursor: string | null;
    };
    updates.push(...page.updates);
    cursor = page.nextCursor;
  }
  const { applicationId = '', name = '' } = world.partners[partner] ?? {};
  const stored = await world.direct
    .selectFrom('rating_update')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.application_id', '=', 'rating_update.application_id')
        .onRef('connection.member_id', '=', 'rating_update.member_id'),
    )
    .select(['rating_update.data', 'rating_update.member_id', 'connection.created_at'])
    .where('rating_update.application_id', '=', applicationId)
    .where('connection.revoked_at', 'is', null)
    .whereRef('rating_update.changed_at', '>=', 'connection.created_at')
    .orderBy('rating_update.transaction_id')
    .orderBy('rating_update.position')
    .execute();
  const mayBeListed = (memberId: string) => {
    const player = world.players.findIndex((one) => one.memberId === memberId);
    return world.model.grantOf(partner, player)?.includes('user:webhook:subscribe') ?? false;
  };
  const expected = stored
    .filter(({ member_id }) => mayBeListed(member_id))
    .map(({ data }) => JSON.parse(data) as Schemas.RatingUpdate);
  const short = (all: readonly Schemas.RatingUpdate[]) =>
    all.map(({ id, sport, sequence, changedAt }) => `${id} ${sport} ${sequence} ${changedAt}`);
  expectEqual(
    short(updates),
    short(expected),
    `The pages of the rating updates of ${name} are not what was written.`,
  );
  await expectLatestStands(world, partner, updates);
}

async function expectLatestStands(
  world: World,
  partner: number,
  updates: readonly Schemas.RatingUpdate[],
): Promise<void> {
  const ofPlayers = Map.groupBy(updates, ({ id, sport }) => `${id} ${sport}`);
  for (const all of ofPlayers.values()) {
    const sequences = all.map(({ sequence }) => sequence);
    const isGrowing = sequences.every(
      (one, index) => index === 0 || one > (sequences[index - 1] ?? 0),
    );
    expectThat(isGrowing, () => `The sequence of a player does not grow: ${sequences}`);
    const last = all.at(-1);
    const player = world.players.find(({ memberId }) => memberId === last?.id);
    if (last === undefined || player === undefined || last.splits === undefined) continue;
    const scopes = world.model.grantOf(partner, player.index) ?? [];
    if (!scopes.includes('user:rating:read')) continue;
    const newest = await world.direct
      .selectFrom('rating_change')
      .select('changed_at')
      .where('member_id', '=', last.id)
      .where('sport', '=', last.sport)
      .orderBy('change_order', 'desc')
      .executeTakeFirst();
    // They had not agreed to be followed when it moved last.
    if (newest?.changed_at.toISOString() !== new Date(last.changedAt).toISOString()) continue;
    const rows = await world.direct
      .selectFrom('rating')
      .select(['bracket', 'rating', 'games'])
      .where('member_id', '=', last.id)
      .where('sport', '=', last.sport)
      .execute();
    expectEqual(
      Object.fromEntries(
        Object.entries(last.splits).map(([bracket, split]) => [bracket, [split?.R, split?.games]]),
      ),
      Object.fromEntries(rows.map(({ bracket, rating, games }) => [bracket, [rating, games]])),
      `The last update of ${player.name} is not the rating as it stands.`,
    );
  }
}
