import { NotFoundError, PartnerRatingClient, ValidationError } from '@partner-rating/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, databases } from '../src/testing/test-database.ts';
import { startTestService } from '../src/testing/test-service.ts';
import { openWebhookReceiver } from '../src/testing/webhook-receiver.ts';

describe.each(databases)('a partner manages its webhooks with the client on %s', (kind) => {
  it('from creating the endpoint, over tests, rotation, and redelivery, to deleting it', async () => {
    const receiver = await openWebhookReceiver();
    onTestFinished(receiver.close);
    const { baseUrl, partner } = await startTestService({
      database: await createTestDatabase(kind),
      environment: { WEBHOOK_PRIVATE_TARGETS: receiver.target },
    });
    const { webhooks, matches } = new PartnerRatingClient({ apiKey: partner.apiKey, baseUrl });
    const isSignedBy = (position: number, secret: string) => {
      const { body = '', headers = {} } = receiver.requests[position] ?? {};
      return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
    };

    await expect(matches.testWebhook()).rejects.toThrow(NotFoundError);
    const { id, secret = '' } = await webhooks.createEndpoint({ url: receiver.url });
    const test = await matches.testWebhook();
    expect(test).toMatchObject({ delivered: true, url: receiver.url });
    expect(isSignedBy(0, secret)).toBe(true);
    await expect(
      matches.testWebhook({ webhookUrl: 'https://169.254.169.254/latest/meta-data/' }),
    ).rejects.toThrow(ValidationError);

    const rotated = await webhooks.rotateSecret(id, { idempotencyKey: 'rotate-2026-09' });
    expect(await webhooks.rotateSecret(id, { idempotencyKey: 'rotate-2026-09' })).toEqual(rotated);

    const queued = await webhooks.redeliver(test.deliveryId);
    expect(queued).toMatchObject({ id: test.deliveryId, completedAt: null, attempts: 0 });
    await expect
      .poll(async () => (await webhooks.listDeliveries({ status: 'success' })).deliveries)
      .toMatchObject([{ id: test.deliveryId, event: 'webhook.test', attempts: 1 }]);
    expect(receiver.requests[1]?.headers['webhook-id']).toBe(
      receiver.requests[0]?.headers['webhook-id'],
    );
    expect([isSignedBy(1, secret), isSignedBy(1, rotated.secret)]).toEqual([true, true]);

    await webhooks.deleteEndpoint(id);
    await expect(webhooks.getEndpoint(id)).rejects.toThrow(NotFoundError);
    await expect(webhooks.redeliver(test.deliveryId)).rejects.toThrow(NotFoundError);
  });
});
