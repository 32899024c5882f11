import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { get, post, sendAs } from '../world/network.ts';
import { PARTNERS } from '../world/people.ts';
import { MOODS, type Mood } from '../world/receivers.ts';
import { type Action, choose, upTo } from './action.ts';
import { receiverUrl, URLS } from './endpoints.ts';

const DELIVERIES = '/api/v1/partner/webhook-deliveries';

/** The receivers of a partner, or one of them, start to work or to fail. */
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
      ...Array.from({ length: URLS }, (_, url) => receiverUrl(world, partner, url)),
    ]);
    const changed = [...urls].filter((_, index) => number === null || index === number % urls.size);
    for (const url of changed) world.receivers.setMood(url, mood);
    return `What receives at ${changed.join(' and ')} is ${mood} from now on.`;
  },
};

/** A partner replays a delivery, or all of the last hours. */
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
      const answer = await sendAs(world, partner, post(`${DELIVERIES}/replay`, payload));
      return `${name} replays its deliveries (${answer.statusCode}).`;
    }
    const listed = await sendAs(world, partner, get(DELIVERIES));
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
    const answer = await sendAs(world, partner, post(url));
    return `${name} has a delivery made again (${answer.statusCode}).`;
  },
};
