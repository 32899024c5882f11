import type { RatingHistoryEntry } from '@partner-rating/client';
import * as z from 'zod';
import { paging, playerInput, sport } from '../inputs.ts';
import { type Caller, tool } from '../tool.ts';
import { definedFields, nextCursor, nextPage } from '../views/fields.ts';

const needs: Record<Caller, string> = {
  application: 'Needs key:member:read, and user:rating:history granted by the player.',
  player: 'Needs user:rating:history.',
};

const changeSchema = z.object({
  sport: z.string(),
  bracket: z.string(),
  previousRating: z.nullable(z.number()),
  newRating: z.nullable(z.number()),
  cause: z.string(),
  matchId: z.nullable(z.string()),
  changedAt: z.string(),
  explanation: z.exactOptional(
    z.object({
      reason: z.string(),
      gamesWon: z.int(),
      gamesPlayed: z.int(),
      expectedGameShare: z.exactOptional(z.number()),
      pointShare: z.exactOptional(z.number()),
      expectedPointShare: z.exactOptional(z.number()),
      opponentsRatings: z.array(z.nullable(z.number())),
      withheld: z.number(),
    }),
  ),
});

export const listRatingHistory = (caller: Caller) =>
  tool({
    name: 'list_rating_history',
    title: 'List rating changes',
    description: `Lists how and why a player's ratings changed, latest first, one entry for each match and bracket. ${needs[caller]}`,
    effect: 'reads',
    input: z.strictObject({
      ...playerInput(caller),
      sport: z.exactOptional(sport),
      bracket: z
        .exactOptional(z.string())
        .describe('Such as overall-open. Default: every bracket, with several entries per match'),
      ...paging,
    }),
    output: z.object({ changes: z.array(changeSchema), nextCursor }),
    call: async (client, { memberId, sport, ...filters }, options) => {
      const query = { ...filters, ...(sport !== undefined && { sport: [sport] }) };
      const page = await client.members.listRatingHistory(memberId, query, options);
      return { changes: page.history.map(changeView), ...nextPage(page) };
    },
  });

function changeView(entry: RatingHistoryEntry): z.input<typeof changeSchema> {
  const { sport, bracket, previousRating, newRating, cause, matchId, changedAt } = entry;
  return {
    sport,
    bracket,
    previousRating,
    newRating,
    cause,
    matchId,
    changedAt,
    ...definedFields({ explanation: explanationView(entry) }),
  };
}

function explanationView({ explanation }: RatingHistoryEntry) {
  if (explanation === undefined) return undefined;
  const { reason, gamesWon, gamesPlayed, opponentsRatings, withheld } = explanation;
  const { expectedGameShare, pointShare, expectedPointShare } = explanation;
  return {
    reason,
    gamesWon,
    gamesPlayed,
    // A share is null if the application may not see the data behind it.
    ...definedFields({
      expectedGameShare: expectedGameShare ?? undefined,
      pointShare: pointShare ?? undefined,
      expectedPointShare: expectedPointShare ?? undefined,
    }),
    opponentsRatings,
    withheld,
  };
}
