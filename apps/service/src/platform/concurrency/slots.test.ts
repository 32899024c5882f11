import { isUnreachable } from '@partner-rating/server';
import { expect, it } from 'vitest';
import { createSlots, MAX_WAITING } from './slots.ts';

it('slots let so many wait and refuse the next at once, as an outage that passes', async () => {
  const slots = createSlots(2);
  const end = Promise.withResolvers<void>();
  const admitted = Array.from(
    { length: 2 + MAX_WAITING },
    async () => await slots.run(async () => await end.promise),
  );
  const refusal = await slots.run(async () => {}).catch((error: unknown) => error);
  expect(isUnreachable(refusal)).toBe(true);
  end.resolve();
  await Promise.all(admitted);
  expect(slots.isIdle()).toBe(true);
  await expect(slots.run(async () => 'next')).resolves.toBe('next');
});
