import type { LeaderboardEntry } from '@partner-rating/client';
import * as z from 'zod';
import { definedFields } from './fields.ts';
import { locationView } from './player.ts';

export const boardEntrySchema = z.object({
  rank: z.int(),
  memberId: z.string(),
  displayName: z.string(),
  rating: z.number(),
  games: z.int(),
  location: z.exactOptional(z.string()),
});

/** A player on a leaderboard. */
export function boardEntryView(entry: LeaderboardEntry): z.input<typeof boardEntrySchema> {
  const { rank, memberId, displayName, R, games } = entry;
  return {
    rank,
    memberId: String(memberId),
    displayName,
    rating: R,
    games,
    ...definedFields({ location: locationView(entry) }),
  };
}
