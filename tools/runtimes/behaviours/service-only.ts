import type { ReceivedWebhook } from '@partner-rating/client/webhooks';
import { equal, isTrue } from './assert.ts';
import { newBatch } from './matches.ts';
import { anyId } from './random.ts';
import { partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

/** The behaviours that the mock does not have, because it stores nothing. */
export const serviceOnly: Behaviours<Service> = {
  'iterating a list visits all its pages, and no player twice': async (library, service) => {
    const board = partnerOf(library, service).leaderboard;
    const list = board.list({ sport: 'pickleball', limit: 50 });
    const { total } = await list;
    const ids = (await list.toArray()).map(({ id }) => id);
    isTrue(total > 100, 'several pages');
    equal([ids.length, new Set(ids).size], [total, total]);
  },

  'members.getBulk keeps the order of the ids, and omits unknown ids': async (library, service) => {
    const ids = [...service.players.toReversed(), '999999999'];
    const members = await partnerOf(library, service).members.getBulk({ ids });
    equal(
      members.map(({ id }) => id),
      service.players.toReversed(),
    );
  },

  'a batch changes the rating that is read afterwards': async (library, service) => {
    const [memberId] = service.players;
    const { matches, members } = partnerOf(library, service);
    const { ratingChanges } = await matches.submit(newBatch(service));
    const change = ratingChanges.find(
      ({ id, bracket }) => id === memberId && bracket === 'overall-open',
    );
    const member = await members.get(memberId);
    equal(library.ratingFor(member, 'pickleball'), change?.newRating);
  },

  'a dry run changes no rating': async (library, service) => {
    const [memberId] = service.players;
    const { matches, members } = partnerOf(library, service);
    const before = await members.get(memberId);
    await matches.submit({ ...newBatch(service), dryRun: true });
    equal((await members.get(memberId)).sport, before.sport);
  },

  'a repeated write with its idempotency key runs once': async (library, service) => {
    const { matches } = partnerOf(library, service);
    const batch = newBatch(service);
    const idempotencyKey = anyId();
    const first = await matches.submit(batch, { idempotencyKey });
    const { data, response } = await matches.submit(batch, { idempotencyKey }).withResponse();
    equal(data, first);
    equal(response.headers.get('idempotency-replayed'), 'true');
  },

  'a webhook of the service is verified with the secret of its endpoint': async (
    library,
    service,
  ) => {
    const { webhooks, matches } = partnerOf(library, service);
    const { id, secret = '' } = await webhooks.createEndpoint({ url: service.webhookUrl });
    const { delivered } = await matches.testWebhook({ endpointId: id });
    await webhooks.deleteEndpoint(id);
    isTrue(delivered, 'a delivered webhook');
    const received = (await (await fetch(service.webhookUrl)).json()) as ReceivedWebhook;
    const { event } = await library.verifyWebhook(received, { secret });
    equal(event.type, 'webhook.test');
  },
};
