import { pick } from '../../src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { sendAs } from '../world/network.ts';
import { PARTNERS } from '../world/people.ts';
import { MOODS, type Mood } from '../world/receivers.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const ENDPOINT = '/api/v1/partner/webhook-endpoint';
const DELIVERIES = '/api/v1/partner/webhook-deliveries';
const URLS = 2;

const urlOf = ({ partners }: World, partner: number, number: number) =>
  `https://${partners[partner]?.clientId}.example/hooks/${number}`;

/** A partner says where it receives events and which, or deletes its endpoint. */
export const setEndpoint: Action<{
  partner: number;
  url: number;
  isAll: boolean;
  isDeleted: boolean;
}> = {
  weight: 5,
  operations: ['webhooks.setEndpoint', 'webhooks.deleteEndpoint', 'webhooks.rotateSecret'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    url: upTo(random, URLS),
    isAll: random() < 0.7,
    isDeleted: random() < 0.1,
  }),
  play: async (world, { partner, url: number, isAll, isDeleted }) => {
    const { name } = world.partner(partner);
    if (isDeleted) {
      const answer = await sendAs(world, partner, { method: 'DELETE', url: ENDPOINT });
      if (answer.statusCode === 403) return `${name} cannot delete its endpoint.`;
      world.model.setEndpoint({ partner, url: null, isAll: false, at: world.time.now });
      world.model.knowSecret.delete(partner);
      return `${name} deletes its endpoint (${answer.statusCode}).`;
    }
    const url = urlOf(world, partner, number);
    const payload = { url, ...(!isAll && { events: ['rating.updated'] }) };
    const answer = await sendAs(world, partner, { method: 'PUT', url: ENDPOINT, payload });
    if (answer.statusCode >= 300) return `${name} cannot set its endpoint (${answer.statusCode}).`;
    world.model.setEndpoint({ partner, url, isAll, at: world.time.now });
    const { secret } = answer.json() as { secret?: string };
    if (secret !== undefined) learnSecret(world, partner, { url, secret });
    // Made by a request whose answer died with the service: its secret is not known.
    if (!world.model.knowSecret.has(partner)) await rotate(world, partner, url);
    return `${name} receives ${isAll ? 'every event' : 'rating updates'} at ${url}.`;
  },
};

/** A partner rotates its signing secret. */
export const rotateSecret: Action<{ partner: number }> = {
  weight: 1,
  operations: ['webhooks.rotateSecret'],
  draw: (random) => ({ partner: upTo(random, PARTNERS) }),
  play: async (world, { partner }) => {
    const { name } = world.partner(partner);
    const status = await rotate(world, partner, urlOf(world, partner, 0));
    return `${name} rotates its signing secret (${status}).`;
  },
};

async function rotate(world: World, partner: number, url: string): Promise<number> {
  const answer = await sendAs(world, partner, { method: 'POST', url: `${ENDPOINT}/rotate-secret` });
  if (answer.statusCode === 200) {
    const { secret } = answer.json() as { secret: string };
    learnSecret(world, partner, { url, secret });
  }
  return answer.statusCode;
}

function learnSecret(
  world: World,
  partner: number,
  { url, secret }: { url: string; secret: string },
): void {
  world.receivers.addSecret(url, secret);
  world.model.knowSecret.add(partner);
}

/** The receivers of a partner work from now on, or do not; or one of them. */
export const changeMood: Action<{ partner: number; url: number | null; mood: Mood }> = {
  weight: 4,
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    url: random() < 0.5 ? upTo(random, 100) : null,
    mood: random() < 0.2 ? 'well' : pick(random, MOODS),
  }),
  play: async (world, { partner, url: number, mood }) => {
    const urls = new Set([
      ...world.model.urlsOf(partner),
      ...Array.from({ length: URLS }, (_, url) => urlOf(world, partner, url)),
    ]);
    const changed = [...urls].filter((_, index) => number === null || index === number % urls.size);
    for (const url of changed) world.receivers.setMood(url, mood);
    return `What receives at ${changed.join(' and ')} is ${mood} from now on.`;
  },
};

/** A partner has a delivery made again, or all of the last hours. */
export const redeliver: Action<{ partner: number; delivery: number; isReplay: boolean }> = {
  weight: 3,
  operations: ['webhooks.listDeliveries', 'webhooks.redeliver', 'webhooks.replay'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    delivery: upTo(random, 20),
    isReplay: random() < 0.3,
  }),
  play: async (world, { partner, delivery: number, isReplay }) => {
    const { name } = world.partner(partner);
    if (isReplay) {
      const since = new Date(world.time.now - 6 * 3_600_000).toISOString();
      const payload = { since, status: 'all' };
      const answer = await sendAs(world, partner, {
        method: 'POST',
        url: `${DELIVERIES}/replay`,
        payload,
      });
      return `${name} replays its deliveries (${answer.statusCode}).`;
    }
    const listed = await sendAs(world, partner, { method: 'GET', url: DELIVERIES });
    if (listed.statusCode !== 200) {
      expectThat(
        world.model.suspended.has(partner),
        () => `${name} cannot list its deliveries: ${listed.body}`,
      );
      return `${name} cannot list its deliveries.`;
    }
    const { deliveries } = listed.json() as { deliveries: { id: string }[] };
    const delivery = choose(deliveries, number);
    if (delivery === undefined) return `${name} has no deliveries.`;
    const url = `${DELIVERIES}/${delivery.id}/redeliver`;
    const answer = await sendAs(world, partner, { method: 'POST', url });
    return `${name} has a delivery made again (${answer.statusCode}).`;
  },
};
