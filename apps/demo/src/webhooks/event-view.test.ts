import type { WebhookEvent } from '@partner-rating/client/webhooks';
import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { eventView } from './received-events.ts';

function sentenceOf(type: string, data: object): string {
  const event = { type, timestamp: '2026-09-12T18:04:11Z', data } as WebhookEvent;
  const received = {
    id: 'evt_01k4yh2cd7q5z3n8x1v6b4r0ke',
    receivedAt: new Date('2026-09-12T18:04:12Z'),
    event,
    headers: {},
    body: JSON.stringify(event),
  };
  return eventView(received).sentence;
}

const mike = { displayName: 'Mike B.', sport: 'pickleball' };

testRows([
  [
    'a change',
    'rating.updated',
    { ...mike, previousRating: 4.231, newRating: 4.268 },
    'Mike B. in Pickleball: 4.231 → 4.268',
  ],
  [
    'a first rating',
    'rating.updated',
    { ...mike, previousRating: null, newRating: 3.5 },
    'Mike B. in Pickleball: first rated 3.500',
  ],
  [
    'a rating that is removed',
    'rating.updated',
    { ...mike, previousRating: 3.5, newRating: null },
    'Mike B. in Pickleball: no longer rated',
  ],
  [
    'a change that the club may not read',
    'rating.updated',
    mike,
    'Mike B. in Pickleball: the rating changed',
  ],
  ['a connection', 'connection.created', mike, 'Mike B. connected to the club'],
  ['its end', 'connection.revoked', mike, 'Mike B. disconnected from the club'],
  [
    'a confirmation',
    'match.confirmed',
    { displayName: 'Mike B.', identifier: 'court-3' },
    'Mike B. confirmed the match court-3',
  ],
  [
    'a dispute by a player that the club may not see',
    'match.disputed',
    { identifier: 'court-3' },
    'A player disputes the match court-3',
  ],
  ['a test', 'webhook.test', {}, 'A test event'],
  ['an unknown type', 'club.closed', {}, 'An event of the type club.closed'],
])('a page describes each event in a sentence', (_, type, data, sentence) => {
  expect(sentenceOf(type, data)).toBe(sentence);
});
