// How webhook endpoints and deliveries are managed in every runtime.

import { equal, isTrue, rejection } from './assert.ts';
import { newBatch } from './matches.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const webhookEndpoints: Behaviours<Service> = {
  'a webhook endpoint is created, listed, updated, given a new secret, and deleted': async (
    library,
    service,
  ) => {
    const { webhooks } = partnerOf(library, service);
    const input = { url: `${service.webhookUrl}/of-another-team` };
    const { id, secret } = await webhooks.createEndpoint(
      input,
      mocked('webhooks.createEndpoint-first'),
    );
    isTrue(secret?.startsWith('whsec_'), 'a secret');
    const { endpoints } = await webhooks.listEndpoints();
    isTrue(
      endpoints.some((endpoint) => endpoint.id === id),
      'the endpoint in the list',
    );
    equal((await webhooks.getEndpoint(id)).id, id);
    const changed = await webhooks.updateEndpoint(
      id,
      { ...input, events: ['rating.updated'] },
      mocked('webhooks.updateEndpoint-moved'),
    );
    equal([changed.id, changed.secret], [id, undefined]);
    const rotated = await webhooks.rotateSecret(id);
    isTrue(rotated.secret !== secret, 'another secret');
    equal(await webhooks.deleteEndpoint(id), undefined);
    await rejection(webhooks.getEndpoint(id, mocked(404)), {
      name: 'NotFoundError',
      statusCode: 404,
    });
  },

  'a delivery is listed, and redelivered by id and by time': async (library, service) => {
    const { webhooks, matches } = partnerOf(library, service);
    const since = new Date(Date.now() - 1_000).toISOString();
    const { id } = await webhooks.createEndpoint({ url: service.webhookUrl });
    equal((await matches.testWebhook({ endpointId: id })).delivered, true);
    await matches.submit(newBatch(service));
    const { deliveries, total } = await webhooks.listDeliveries({ limit: 5 });
    isTrue(total >= deliveries.length, 'a total');
    const [delivery] = deliveries;
    isTrue(delivery, 'a delivery of the batch');
    equal((await webhooks.redeliver(delivery.id)).eventId, delivery.eventId);
    const { queued } = await webhooks.replay({ since, status: 'all' });
    isTrue(queued >= 0, 'the number of redeliveries');
    await webhooks.deleteEndpoint(id);
  },
};
