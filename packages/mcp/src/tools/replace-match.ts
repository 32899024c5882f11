import * as z from 'zod';
import { match, matchId, rules, sport } from '../inputs.ts';
import { tool } from '../tool.ts';
import { batchResultSchema, batchResultView } from '../views/batch-result.ts';

export const replaceMatch = tool({
  name: 'replace_match',
  title: 'Replace a match',
  description:
    'Voids a wrong match of the application, and stores the right match instead. Send the whole match under a new identifier. The service recomputes ratings. Cannot be undone: ask the user first. Needs key:match:submit.',
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
