import type { Schemas } from '@partner-rating/server';
import { expectThat } from '../finding.ts';
import type { World } from '../world/world.ts';

const HOUR = 3_600_000;
const MAX_ROUNDS = 400;

/** Every pending delivery is made when receivers work again and time passes. */
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

/**
 * Each event arrived at least once at its endpoint, signed, with only the data that the player
 * shares.
 */
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
