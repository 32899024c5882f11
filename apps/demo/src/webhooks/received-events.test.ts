import { expect, it } from 'vitest';
import { createReceivedEvents, type ReceivedEvent } from './received-events.ts';

const event = (id: string): Omit<ReceivedEvent, 'number'> => ({
  id,
  receivedAt: new Date('2026-09-12T18:04:12Z'),
  event: {
    type: 'webhook.test',
    timestamp: '2026-09-12T18:04:11Z',
    data: { message: 'A test.' },
  },
  headers: {},
  body: '{}',
});

it('returns the newest event first, and only those after a number', () => {
  const events = createReceivedEvents();
  for (const id of ['evt_1', 'evt_2', 'evt_3']) events.add(event(id));
  expect(events.after(0).map(({ id }) => id)).toEqual(['evt_3', 'evt_2', 'evt_1']);
  expect(events.after(2).map(({ id }) => id)).toEqual(['evt_3']);
});

it('stores an event once that was delivered twice', () => {
  const events = createReceivedEvents();
  events.add(event('evt_1'));
  events.add(event('evt_1'));
  expect(events.after(0)).toHaveLength(1);
});

it('stores the latest fifty', () => {
  const events = createReceivedEvents();
  for (let number = 1; number <= 60; number += 1) events.add(event(`evt_${number}`));
  expect(events.after(0)).toHaveLength(50);
  expect(events.after(0).at(-1)?.id).toBe('evt_11');
});
