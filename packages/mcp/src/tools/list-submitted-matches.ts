import * as z from 'zod';
import { day, memberId, paging } from '../inputs.ts';
import { tool } from '../tool.ts';
import { nextCursor, nextPage } from '../views/fields.ts';
import { matchSchema, matchView } from '../views/match.ts';

export const listSubmittedMatches = tool({
  name: 'list_submitted_matches',
  title: 'List submitted matches',
  description:
    'Lists the matches that the application submitted or imported, latest first. Use it to find the matchId of a match to correct and, with status disputed, matches that players dispute. Needs key:match:submit.',
  effect: 'reads',
  input: z.strictObject({
    identifier: z.exactOptional(z.string()),
    memberId: z.exactOptional(memberId),
    status: z.exactOptional(z.enum(['rated', 'unconfirmed', 'disputed', 'voided'])),
    from: day,
    to: day,
    ...paging,
  }),
  output: z.object({ matches: z.array(matchSchema), nextCursor }),
  call: async (client, query, options) => {
    const page = await client.matches.list(query, options);
    return { matches: page.matches.map(matchView), ...nextPage(page) };
  },
});
