import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { shareLookUps } from './single-flight.ts';

/** A look-up of what `known` holds at the time. */
function counting(known: Map<string, string>) {
  const begun: string[] = [];
  const lookUp = shareLookUps(async (name) => {
    begun.push(name);
    const found = known.get(name);
    if (found === undefined) throw new Error(`Nothing is called ${name}.`);
    return found;
  });
  return { begun, lookUp };
}

it('looks up once what is asked for in one turn', async () => {
  const { begun, lookUp } = counting(new Map([['key', 'live']]));
  const answers = await Promise.all([lookUp('key'), lookUp('key'), lookUp('key')]);
  expect(answers).toEqual(['live', 'live', 'live']);
  expect(begun).toEqual(['key']);
});

it('keeps different names apart', async () => {
  const { begun, lookUp } = counting(new Map(Object.entries({ one: '1', other: '2' })));
  expect(await Promise.all([lookUp('one'), lookUp('other')])).toEqual(['1', '2']);
  expect(begun).toEqual(['one', 'other']);
});

it('gives nobody an answer that was looked up before they asked', async () => {
  const known = new Map([['key', 'live']]);
  const { begun, lookUp } = counting(known);
  const before = lookUp('key');
  await turn();
  await turn();
  known.set('key', 'revoked');
  expect(await lookUp('key')).toBe('revoked');
  expect(await before).toBe('live');
  expect(begun).toEqual(['key', 'key']);
});

it('fails those who asked together, and tries again for who asks after', async () => {
  const known = new Map<string, string>();
  const { lookUp } = counting(known);
  const together = await Promise.allSettled([lookUp('key'), lookUp('key')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  known.set('key', 'there again');
  expect(await lookUp('key')).toBe('there again');
});
