import { createRequire } from 'node:module';
import { filled } from './entropy.ts';

interface Uuid {
  v7: (options?: { seq: number; msecs: number }) => string;
}

const { v7 } = createRequire(import.meta.resolve('typeid-js'))('uuid') as Uuid;

/**
 * Identifiers count on from the last one, and take their random bytes from a store: both start over, so that a
 * story does not depend on those that the process has played before.
 */
export function resetIdentifiers(now: number): void {
  const before = filled();
  while (filled() === before) v7();
  v7({ seq: 0, msecs: now });
}
