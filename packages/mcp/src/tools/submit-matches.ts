import { createHash } from 'node:crypto';
import * as z from 'zod';
import { sport } from '../inputs.ts';
import { match, rules } from '../match-input.ts';
import { tool } from '../tool.ts';
import { batchResultSchema, batchResultView } from '../views/batch-result.ts';

export const submitMatches = tool({
  name: 'submit_matches',
  title: 'Submit matches',
  description:
    'Stores matches that ended and rates their players, all or nothing. First call it with dryRun true, show the user the projected changes and faults, and submit when they agree. A repeat is safe: nothing counts twice. Correct stored matches with replace_match or void_match. Needs key:match:submit; who did not grant user:match:submit has to confirm before their rating moves.',
  effect: 'adds',
  input: z.strictObject({
    sport,
    ...rules,
    matches: z.array(z.strictObject(match)).max(100),
    dryRun: z.boolean().default(false),
  }),
  output: batchResultSchema,
  call: async (client, body, options) => {
    // Each dry run is worked out by the ratings of then.
    const key = body.dryRun ? {} : { idempotencyKey: keyOf(body) };
    return batchResultView(await client.matches.submit(body, { ...options, ...key }));
  },
});

/** The same key for the same matches, so that an agent that calls again repeats the request. */
function keyOf(body: object): string {
  return `mcp-${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
}
