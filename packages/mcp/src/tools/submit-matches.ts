import * as z from 'zod';
import { match, rules, sport } from '../inputs.ts';
import { tool } from '../tool.ts';
import { batchResultSchema, batchResultView } from '../views/batch-result.ts';

export const submitMatches = tool({
  name: 'submit_matches',
  title: 'Submit matches',
  description:
    'Stores matches that have ended and rates their players, all or nothing. First call it with dryRun true, show the user the changes and errors, and submit when they agree. A repeat is safe: a match that was submitted before is a duplicate, and is not rated again. A held match may repeat another: submit it again with distinct, or void it. A voided match needs a new identifier. Needs key:match:submit; players without user:match:submit must confirm first.',
  effect: 'adds',
  input: z.strictObject({
    sport,
    ...rules,
    matches: z.array(z.strictObject(match)).max(100),
    dryRun: z.boolean().default(false),
  }),
  output: batchResultSchema,
  // Sends no idempotency key. With a key made from the matches, the service would return the first result again for a day, even
  // after the matches were voided.
  call: async (client, body, options) =>
    batchResultView(await client.matches.submit(body, options)),
});
