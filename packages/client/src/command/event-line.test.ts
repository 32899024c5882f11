import { describe, expect, test } from 'vitest';
import type { VerifiedWebhook, WebhookEvent } from '../webhooks/index.ts';
import { eventJson, eventLine } from './event-line.ts';

function webhookOf(type: string, data: unknown): VerifiedWebhook {
  return {
    id: 'evt_1',
    sentAt: new Date('2026-09-12T18:04:12Z'),
    event: { type, timestamp: '2026-09-12T18:04:11Z', data } as WebhookEvent,
  };
}

const mike = { displayName: 'Mike B.', memberId: 10482, sport: 'pickleball', sequence: 58 };

const disputed = {
  matchId: 'mat_01k4yh2c9f3v7b1r5x8z6k2a0d',
  identifier: 'court-3-1530',
  team: 0,
  position: 0,
  answer: 'denied',
  answeredAt: '2026-09-14T19:02:11Z',
};

describe('the line of an event', () => {
  test.each([
    ['rating.updated', { ...mike, previousRating: 4.2, newRating: 4.268 }, '4.200 → 4.268'],
    ['rating.updated', { ...mike, previousRating: null, newRating: 3.5 }, 'rated 3.500'],
    ['rating.updated', { ...mike, previousRating: 3.5, newRating: null }, 'not rated any more'],
    ['rating.updated', mike, 'the rating changed'],
    [
      'connection.created',
      { ...mike, grantedScopes: ['user:profile:read', 'user:rating:read'] },
      'connected and granted user:profile:read user:rating:read',
    ],
    ['connection.revoked', { ...mike, revokedBy: 'player' }, 'is disconnected, by player'],
    [
      'match.disputed',
      { ...disputed, memberId: 10482, displayName: 'Mike B.' },
      'Mike B. (10482) denied court-3-1530 (mat_01k4yh2c9f3v7b1r5x8z6k2a0d)',
    ],
    [
      'match.confirmed',
      { ...disputed, answer: 'confirmed' },
      'a player confirmed court-3-1530 (mat_01k4yh2c9f3v7b1r5x8z6k2a0d)',
    ],
    ['webhook.test', { message: 'A test.' }, 'A test.'],
    ['club.closed', { club: 7 }, '{"club":7}'],
    ['club.closed', undefined, 'club.closed'],
  ])('%s %j', (type, data, words) => {
    expect(eventLine(webhookOf(type, data))).toContain(words);
  });

  test('cannot be broken, coloured or turned round by a name', () => {
    const line = eventLine(webhookOf('webhook.test', { message: 'a\n\u001b[31m\u009bb\u202ec' }));
    expect(line).toMatch(/ {2}a\uFFFD\uFFFD\[31m\uFFFDb\uFFFDc {2}evt_1$/);
  });
});

test('the JSON of an event is one line that a terminal shows as it is, and says all of it', () => {
  const message = 'a\n\u001b[31m\u009bb\u202ec\u2028d\u{e0041}';
  const webhook = webhookOf('webhook.test', { message });
  const json = eventJson(webhook);
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(JSON.parse(json)).toEqual({ ...webhook, sentAt: '2026-09-12T18:04:12.000Z' });
});
