import { testRows } from '@partner-rating/table-tests';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contract } from './contract.ts';
import { startMock } from './start-mock.ts';
import { startReceiver } from './testing/receiver.ts';
import { eventExamples } from './webhooks.ts';

async function receiverAndMock(...answer: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...answer);
  const mock = await startMock({ webhooks: { url: receiver.url } });
  onTestFinished(async () => {
    await mock.close();
    receiver.close();
  });
  return { receiver, mock };
}

const emitBy = (origin: string, body: unknown) =>
  fetch(`${origin}/webhooks/emit`, { method: 'POST', body: JSON.stringify(body) });

describe('an emitted webhook', () => {
  testRows([...eventExamples.values()].flat())(
    'is verified by the independent library',
    async (name) => {
      const { receiver, mock } = await receiverAndMock(204);
      await mock.emit(name);
      const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
      const verifier = new Webhook(mock.webhookSecret ?? '');
      const event = verifier.verify(body, headers as Record<string, string>);
      expect(event).toEqual(contract.example(name).value);
    },
  );

  test('is the first example of its type, with a new id each time', async () => {
    const { receiver, mock } = await receiverAndMock(204);
    const results = [await mock.emit('rating.updated'), await mock.emit('rating.updated')];
    expect(results[0]).toEqual({
      delivered: true,
      example: 'events.ratingUpdated',
      webhookId: expect.stringMatching(/^evt_/),
      url: receiver.url,
      statusCode: 204,
      responseBody: '',
      errorMessage: null,
    });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual(results.map(({ webhookId }) => webhookId));
    expect(new Set(ids).size).toBe(2);
  });

  test('returns the answer of the receiver if it is refused', async () => {
    const { mock } = await receiverAndMock(401, 'no such signature'.padEnd(2_000, '.'));
    const result = await mock.emit('webhook.test');
    expect(result).toMatchObject({
      delivered: false,
      statusCode: 401,
      responseBody: expect.stringMatching(/^no such signature\.+$/),
      errorMessage: 'The receiver answered 401.',
    });
    expect(result.responseBody).toHaveLength(1_024);
  });

  test('does not follow a redirect', async () => {
    const { receiver, mock } = await receiverAndMock(307, '', { location: '/elsewhere' });
    expect(await mock.emit('webhook.test')).toMatchObject({ delivered: false, statusCode: 307 });
    expect(receiver.received).toHaveLength(1);
  });

  test('says that the receiver did not answer', async () => {
    const { receiver, mock } = await receiverAndMock(204);
    receiver.close();
    expect(await mock.emit('webhook.test')).toMatchObject({
      delivered: false,
      statusCode: null,
      responseBody: null,
      errorMessage: 'The receiver did not answer: ECONNREFUSED.',
    });
  });
});

describe('POST /webhooks/emit', () => {
  test('sends an event by its type or its example, and returns the result', async () => {
    const { receiver, mock } = await receiverAndMock(200, 'thanks');
    const response = await emitBy(mock.origin, { type: 'connection.revoked' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ delivered: true, responseBody: 'thanks' });
    await emitBy(mock.origin, { example: 'events.connectionRevoked-by-partner' });
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.displayName)).toEqual([
      'Sofia L.',
      'Daniel O.',
    ]);
  });

  testRows([
    [{ type: 'rating.moved' }, 'There is no event rating.moved. The types: rating.updated,'],
    [{}, 'Send { "type": "rating.updated" }'],
    ['rating.updated', 'Send { "type": "rating.updated" }'],
    [null, 'Send { "type": "rating.updated" }'],
  ])('400 says what to send instead', async (body, detail) => {
    const { receiver, mock } = await receiverAndMock(204);
    const response = await emitBy(mock.origin, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining(detail),
    });
    expect(receiver.received).toEqual([]);
  });

  test('400 without a receiver', async () => {
    await using mock = await startMock();
    const response = await emitBy(mock.origin, { type: 'rating.updated' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: 'There is no receiver. Start the mock with --webhooks-to and its address.',
    });
  });
});
