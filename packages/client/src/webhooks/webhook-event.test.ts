import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { MatchAnswer, RatingUpdate, RatingUpdatedEvent, WebhookTest } from '../index.ts';
import {
  type KnownWebhookEvent,
  signWebhook,
  type UnknownWebhookEvent,
  verifyWebhook,
  type WebhookEvent,
} from './index.ts';

const secret = `whsec_${btoa('a secret for these tests alone')}`;

async function received(body: string): Promise<WebhookEvent> {
  const { event } = await verifyWebhook(await signWebhook(body, { secret }), { secret });
  return event;
}

/** Handles events like the code of a partner. */
function handle(event: WebhookEvent): string {
  switch (event.type) {
    case 'rating.updated':
      expectTypeOf(event).toEqualTypeOf<RatingUpdatedEvent>();
      expectTypeOf(event.data).toEqualTypeOf<RatingUpdate>();
      return `${event.data.displayName} ${event.data.sequence}`;
    case 'webhook.test':
      expectTypeOf(event.data).toEqualTypeOf<WebhookTest>();
      return event.data.message;
    case 'connection.created':
    case 'connection.revoked':
      expectTypeOf(event.data.displayName).toEqualTypeOf<string>();
      return event.type;
    case 'match.confirmed':
    case 'match.disputed':
      expectTypeOf(event.data).toEqualTypeOf<MatchAnswer>();
      return `${event.data.identifier} ${event.data.answer}`;
    default:
      expectTypeOf<UnknownWebhookEvent>().toExtend<typeof event>();
      expectTypeOf(event.data).toEqualTypeOf<unknown>();
      return `not handled: ${event.type}`;
  }
}

describe('an event', () => {
  const { examples } = document.components;
  testRows(Object.entries(document.webhooks))(
    'of the document has a known type',
    async (type, item) => {
      const { examples: named } = item.post.requestBody.content['application/json'];
      for (const name of Object.keys(named) as (keyof typeof examples)[]) {
        const { value } = examples[name];
        const event = await received(JSON.stringify(value));
        expect(event).toEqual(value);
        expect(event.type).toBe(type);
      }
    },
  );

  test('of a later type is passed on unchanged', async () => {
    const later = { type: 'club.closed', timestamp: '2027-01-01T00:00:00Z', data: { club: 7 } };
    const event = await received(JSON.stringify(later));
    expect(event).toEqual(later);
    expect(handle(event)).toBe('not handled: club.closed');
  });

  test('keeps fields that were added later', async () => {
    const later = {
      type: 'webhook.test',
      timestamp: '2027-01-01T00:00:00Z',
      data: { message: 'A test.', by: 'Priya' },
      region: 'us',
    };
    expect(await received(JSON.stringify(later))).toEqual(later);
  });
});

describe('the types of events', () => {
  test('cover every event of the document', () => {
    expectTypeOf<KnownWebhookEvent['type']>().toEqualTypeOf<keyof typeof document.webhooks>();
  });

  test('allow any string as a type, and refuse a typing error in a comparison', () => {
    const use = (event: WebhookEvent) => {
      expectTypeOf(event.type).toExtend<string>();
      const type: string = event.type;
      // @ts-expect-error There is no such type of event.
      return [type === 'club.closed', event.type === 'rating.update'];
    };
    expect(use({ type: 'webhook.test', timestamp: '', data: { message: '' } })).toEqual([
      false,
      false,
    ]);
  });

  test('do not allow reading the data before its type is known', () => {
    // @ts-expect-error The data may be that of any event.
    const read = (event: WebhookEvent) => event.data.displayName;
    expect(read).toBeTypeOf('function');
  });
});
