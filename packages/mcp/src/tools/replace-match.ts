import * as z from 'zod';
import { matchId, sport } from '../inputs.ts';
import { match, rules } from '../match-input.ts';
import { tool } from '../tool.ts';
import { batchResultSchema, batchResultView } from '../views/batch-result.ts';

export const replaceMatch = tool({
  name: 'replace_match',
  title: 'Replace a match',
  description:
    'Takes a wrong match of the application back and stores the right one in its place, sent whole and under a new identifier; ratings are worked out again. Cannot be undone: ask the user first. Needs key:match:submit.',
  effect: 'alters',
  input: z.strictObject({
    matchId,
    reason: z.string().describe('Shown to the players'),
    sport,
    ...rules,
    ...match,
  }),
  output: batchResultSchema,
  call: async (client, { matchId, ...body }, options) =>
    batchResultView(await client.matches.replace(matchId, body, options)),
});
