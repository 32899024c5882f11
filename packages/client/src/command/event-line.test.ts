import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import type { VerifiedWebhook, WebhookEvent } from '../webhooks/index.ts';
import { eventLine } from './event-line.ts';

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
  testRows([
    ['rating.updated', { ...mike, previousRating: 4.2, newRating: 4.268 }, '4.200 → 4.268'],
    ['rating.updated', { ...mike, previousRating: null, newRating: 3.5 }, 'rated 3.500'],
    ['rating.updated', { ...mike, previousRating: 3.5, newRating: null }, 'no longer rated'],
    ['rating.updated', mike, 'the rating changed'],
    [
      'connection.created',
      { ...mike, grantedScopes: ['user:profile:read', 'user:rating:read'] },
      'connected and granted user:profile:read user:rating:read',
    ],
    ['connection.revoked', { ...mike, revokedBy: 'player' }, 'was disconnected by the player'],
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
  ])('names the event and the player', (type, data, words) => {
    expect(eventLine(webhookOf(type, data))).toContain(words);
  });
});
