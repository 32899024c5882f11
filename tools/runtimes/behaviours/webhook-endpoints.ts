import { equal, isTrue, rejection } from './assert.ts';
import { newBatch } from './matches.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const webhookEndpoints: Behaviours<Service> = {
  'the default webhook endpoint is set, read, given a new secret, and deleted': async (
    library,
    service,
  ) => {
    const { webhooks } = partnerOf(library, service);
    const made = await webhooks.setEndpoint(
      { url: service.webhookUrl, events: ['rating.updated'] },
      mocked('webhooks.setEndpoint-made'),
    );
    isTrue(made.secret?.startsWith('whsec_'), 'a secret');
    const { url: set, status, secret } = await webhooks.getEndpoint();
    equal([set, status, secret], [made.url, 'enabled', undefined]);
    const rotated = await webhooks.rotateSecret();
    isTrue(rotated.secret !== made.secret, 'another secret');
    equal(await webhooks.deleteEndpoint(), undefined);
    await rejection(webhooks.getEndpoint(mocked(404)), { name: 'NotFoundError', statusCode: 404 });
  },

  'another webhook endpoint is created, listed, changed, given a new secret, and deleted': async (
    library,
    service,
  ) => {
    const { webhooks } = partnerOf(library, service);
    const input = { url: `${service.webhookUrl}/of-another-team` };
    const { id, secret } = await webhooks.createEndpoint(input);
    isTrue(secret?.startsWith('whsec_'), 'a secret');
    const { endpoints } = await webhooks.listEndpoints();
    isTrue(
      endpoints.some((endpoint) => endpoint.id === id),
      'the endpoint in the list',
    );
    equal((await webhooks.getEndpointById(id)).id, id);
    const changed = await webhooks.updateEndpoint(id, { ...input, events: ['rating.updated'] });
    equal([changed.id, changed.secret], [id, undefined]);
    const rotated = await webhooks.rotateSecretById(id);
    isTrue(rotated.secret !== secret, 'another secret');
    equal(await webhooks.deleteEndpointById(id), undefined);
    await rejection(webhooks.getEndpointById(id, mocked(404)), {
      name: 'NotFoundError',
      statusCode: 404,
    });
  },

  'a delivery is listed, and sent again by its id and by its time': async (library, service) => {
    const { webhooks, matches } = partnerOf(library, service);
    const since = new Date(Date.now() - 1_000).toISOString();
    await webhooks.setEndpoint({ url: service.webhookUrl });
    equal((await matches.testWebhook()).delivered, true);
    await matches.submit(newBatch(service));
    const { deliveries, total } = await webhooks.listDeliveries({ limit: 5 });
    isTrue(total >= deliveries.length, 'a total');
    const [delivery] = deliveries;
    isTrue(delivery, 'a delivery of the batch');
    equal((await webhooks.redeliver(delivery.id)).eventId, delivery.eventId);
    const { queued } = await webhooks.replay({ since, status: 'all' });
    isTrue(queued >= 0, 'how many are sent again');
    await webhooks.deleteEndpoint();
  },
};
