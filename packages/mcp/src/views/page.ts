import * as z from 'zod';
import { given } from './given.ts';

export const nextCursor = z.exactOptional(z.string());

/** Returns the cursor of the next page, if there is one. */
export function following({ nextCursor }: { nextCursor: string | null }) {
  return given({ nextCursor: nextCursor ?? undefined });
}
