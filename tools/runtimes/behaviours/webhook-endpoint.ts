import { equal, isTrue, rejection } from './assert.ts';
import { mocked, partnerOf } from './service-client.ts';
import type { Behaviours, Service } from './setting.ts';

export const webhookEndpoint: Behaviours<Service> = {
  'a webhook endpoint is set, read, given a new secret, and deleted': async (library, service) => {
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

  'webhooks.listDeliveries says how many there are': async (library, service) => {
    const { webhooks } = partnerOf(library, service);
    const { deliveries, total } = await webhooks.listDeliveries({ status: 'failed' });
    isTrue(total >= deliveries.length, 'a total');
  },
};
