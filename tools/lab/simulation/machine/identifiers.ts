import { createRequire } from 'node:module';
import { filled } from './entropy.ts';

interface Uuid {
  v7: (options?: { seq: number; msecs: number }) => string;
}

const { v7 } = createRequire(import.meta.resolve('typeid-js'))('uuid') as Uuid;

/**
 * Resets the identifiers. They count up from the last one and buffer random bytes, so otherwise a
 * story would depend on earlier stories of the process.
 */
export function resetIdentifiers(now: number): void {
  const before = filled();
  while (filled() === before) v7();
  v7({ seq: 0, msecs: now });
}
