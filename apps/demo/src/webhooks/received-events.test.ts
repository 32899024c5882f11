import { expect, it } from 'vitest';
import { createReceivedEvents, type ReceivedEvent } from './received-events.ts';

const event = (id: string): ReceivedEvent => ({
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

it('the list has the newest event first, and only the events after a known one', () => {
  const events = createReceivedEvents();
  for (const id of ['evt_1', 'evt_2', 'evt_3']) events.add(event(id));
  expect(events.after().map(({ id }) => id)).toEqual(['evt_3', 'evt_2', 'evt_1']);
  expect(events.after('evt_2').map(({ id }) => id)).toEqual(['evt_3']);
  expect(events.after('evt_unknown')).toHaveLength(3);
});

it('an event that was delivered twice is stored once', () => {
  const events = createReceivedEvents();
  events.add(event('evt_1'));
  events.add(event('evt_1'));
  expect(events.after()).toHaveLength(1);
});

it('the latest fifty events are stored', () => {
  const events = createReceivedEvents();
  for (let number = 1; number <= 60; number += 1) events.add(event(`evt_${number}`));
  expect(events.after()).toHaveLength(50);
  expect(events.after().at(-1)?.id).toBe('evt_11');
});

it('a listener is called once for each event, until it stops listening', () => {
  const events = createReceivedEvents();
  const heard: string[] = [];
  const stop = events.listen(({ id }) => heard.push(id));
  events.add(event('evt_1'));
  events.add(event('evt_1'));
  events.add(event('evt_2'));
  stop();
  events.add(event('evt_3'));
  expect(heard).toEqual(['evt_1', 'evt_2']);
});
