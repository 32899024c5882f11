import { describe, expect, it } from 'vitest';
import {
  disableEndpoints,
  ENDPOINTS,
  expectOwnEndpoint,
  startWithTwo,
} from '../testing/endpoints.ts';

describe('GET /partner/webhook-endpoints/{endpointId} answers', () => {
  it('200 with the endpoint, but never with its secret', async () => {
    const { call, made, path } = await startWithTwo();
    const { secret: _, ...endpoint } = made;
    expect(await call('GET', path)).toEqual({ status: 200, body: endpoint });
  });

  it('200 with the reason if the service disabled it', async () => {
    const { call, database, path } = await startWithTwo();
    await disableEndpoints(database);
    expect(await call('GET', path)).toMatchObject({
      status: 200,
      body: { status: 'disabled', disabledReason: 'It was gone.' },
    });
  });

  it('400 for an identifier of another form, and 404 for an endpoint of others', async () => {
    const service = await startWithTwo();
    const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}`;
    await expectOwnEndpoint(service, { method: 'GET', pathOf, id: service.made.id });
  });
});
