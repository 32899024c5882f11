import * as z from 'zod';
import { sport } from '../inputs.ts';
import { match, rules } from '../match-input.ts';
import { tool } from '../tool.ts';
import { batchResultSchema, batchResultView } from '../views/batch-result.ts';

export const submitMatches = tool({
  name: 'submit_matches',
  title: 'Submit matches',
  description:
    'Stores matches that ended and rates their players, all or nothing. First call it with dryRun true, show the user the projected changes and faults, and submit when they agree. A repeat is safe: what was submitted before comes back as duplicate; list_submitted_matches shows it. Correct stored matches with replace_match or void_match; one that was voided needs a new identifier to count again. Needs key:match:submit; who did not grant user:match:submit has to confirm before their rating moves.',
  effect: 'adds',
  input: z.strictObject({
    sport,
    ...rules,
    matches: z.array(z.strictObject(match)).max(100),
    dryRun: z.boolean().default(false),
  }),
  output: batchResultSchema,
  // A key made of the matches would for a day answer with what became of them at first, also after they were voided.
  call: async (client, body, options) =>
    batchResultView(await client.matches.submit(body, options)),
});
