import { expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';
import { yieldToEventLoop } from './yield.ts';

/** Counts the look-ups in `known`. */
function counting(known: Map<string, string>) {
  const lookedUp: string[] = [];
  const lookUp = createSingleFlight(async (key) => {
    lookedUp.push(key);
    const found = known.get(key);
    if (found === undefined) throw new Error(`There is no ${key}.`);
    return found;
  });
  return { lookedUp, lookUp };
}

it('looks a key up once for all calls of one iteration of the event loop', async () => {
  const { lookedUp, lookUp } = counting(new Map([['key', 'live']]));
  const answers = await Promise.all([lookUp('key'), lookUp('key'), lookUp('key')]);
  expect(answers).toEqual(['live', 'live', 'live']);
  expect(lookedUp).toEqual(['key']);
});

it('looks up different keys separately', async () => {
  const { lookedUp, lookUp } = counting(new Map(Object.entries({ one: '1', other: '2' })));
  expect(await Promise.all([lookUp('one'), lookUp('other')])).toEqual(['1', '2']);
  expect(lookedUp).toEqual(['one', 'other']);
});

it('shares no look-up that began before the call', async () => {
  const known = new Map([['key', 'live']]);
  const { lookedUp, lookUp } = counting(known);
  const before = lookUp('key');
  await yieldToEventLoop();
  await yieldToEventLoop();
  known.set('key', 'revoked');
  expect(await lookUp('key')).toBe('revoked');
  expect(await before).toBe('live');
  expect(lookedUp).toEqual(['key', 'key']);
});

it('rejects the calls that shared a failed look-up, and looks up again for the next', async () => {
  const known = new Map<string, string>();
  const { lookUp } = counting(known);
  const together = await Promise.allSettled([lookUp('key'), lookUp('key')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  known.set('key', 'back');
  expect(await lookUp('key')).toBe('back');
});
