import * as z from 'zod';
import { matchId } from '../inputs.ts';
import { tool } from '../tool.ts';
import { ratingChangesShape, ratingChangesView } from '../views/rating-changes.ts';

export const voidMatch = tool({
  name: 'void_match',
  title: 'Void a match',
  description:
    'Voids a match of the application, and recomputes ratings without it. Cannot be undone: ask the user first. If the right result is known, use replace_match. Needs key:match:submit.',
  effect: 'alters',
  input: z.strictObject({
    matchId,
    reason: z.string().describe('Shown to the players'),
  }),
  output: z.object({
    matchId: z.string(),
    voidedAt: z.string(),
    settled: z.boolean().describe('false: ratings still follow'),
    ...ratingChangesShape,
  }),
  call: async (client, { matchId, reason }, options) => {
    const { voidedAt, settled, ratingChanges } = await client.matches.void(
      matchId,
      { reason },
      options,
    );
    return { matchId, voidedAt, settled, ...ratingChangesView(ratingChanges) };
  },
});
