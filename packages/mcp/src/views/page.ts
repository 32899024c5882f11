import * as z from 'zod';
import { given } from './given.ts';

export const nextCursor = z.exactOptional(z.string());

/** The cursor of the next page, as far as there is one. */
export function following({ nextCursor }: { nextCursor: string | null }) {
  return given({ nextCursor: nextCursor ?? undefined });
}
