import * as z from 'zod';
import { teams } from './inputs.ts';

/** How a game is won: by `format`, or by `winScore` and `winBy`. */
export const rules = {
  format: z.exactOptional(z.string()).describe('Such as tennis-set; or winScore and winBy'),
  winScore: z.exactOptional(z.int()),
  winBy: z.exactOptional(z.int()),
};

/** One match that ended. */
export const match = {
  identifier: z.string().describe('Your unique name of it'),
  teams,
  games: z
    .array(z.strictObject({ scores: z.array(z.int()) }))
    .describe('Points by team: [{"scores":[11,8]}]'),
  outcome: z
    .enum(['completed', 'retired', 'walkover', 'defaulted', 'timed', 'drawn', 'abandoned'])
    .default('completed'),
  winner: z.exactOptional(z.int()).describe('Team, from 0'),
  matchDate: z.exactOptional(z.string()).describe('With offset, or YYYY-MM-DD'),
  event: z.exactOptional(z.string()),
  distinct: z.exactOptional(z.boolean()),
};
