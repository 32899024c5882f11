import { describe, expect, it } from 'vitest';
import { ENDPOINTS, startWithTwo } from '../testing/endpoints.ts';
import { startWebhookService } from '../testing/service.ts';

describe('GET /partner/webhook-endpoints answers 200', () => {
  it('with every endpoint, the oldest first, and no secret', async () => {
    const { call, firstId, made, createOther } = await startWithTwo();
    const { secret: _, ...endpoint } = made;
    const { status, body } = await call('GET', ENDPOINTS);
    expect(status).toBe(200);
    expect(body.endpoints).toEqual([expect.objectContaining({ id: firstId }), endpoint]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
    expect((await call('GET', ENDPOINTS, undefined, await createOther())).body).toEqual({
      endpoints: [],
    });
  });

  it('with an empty list without endpoints', async () => {
    const { call } = await startWebhookService();
    expect(await call('GET', ENDPOINTS)).toEqual({ status: 200, body: { endpoints: [] } });
  });
});
