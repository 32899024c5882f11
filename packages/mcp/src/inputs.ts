import * as z from 'zod';
import type { Caller } from './tool.ts';

export const memberId = z.string().describe('Member number, such as "10482", or mem_… id');

interface PlayerInput {
  memberId: z.ZodExactOptional<z.ZodString>;
}

/** The player of a tool. With an access token, it is always the token's player, so there is no input. */
export function playerInput(caller: Caller) {
  // Both forms have the same type for the calls.
  return (caller === 'player' ? {} : { memberId }) as { memberId: z.ZodType } as PlayerInput;
}

export const sport = z.string().describe('Such as pickleball');

/** For tools that use one bracket; the primary one is the default. */
export const bracket = z
  .exactOptional(z.string())
  .describe('Such as overall-open (default), doubles-35+');

export const matchId = z
  .templateLiteral(['mat_', z.string()])
  .describe('From list_submitted_matches');

/** The start and the size of a page. */
export const paging = {
  limit: z.int().min(1).max(50).default(20),
  cursor: z.exactOptional(z.string()).describe('From nextCursor'),
};

export const day = z.exactOptional(z.iso.date());

export const gender = z.exactOptional(z.enum(['MALE', 'FEMALE', 'OTHER', 'UNKNOWN']));

export const teams = z
  .array(z.array(z.string()))
  .describe('Member ids by team: [["10482"],["10517"]]');

/** How a game is won: by `format`, or by `winScore` and `winBy`. */
export const rules = {
  format: z.exactOptional(z.string()).describe('Such as tennis-set; or winScore and winBy'),
  winScore: z.exactOptional(z.int()),
  winBy: z.exactOptional(z.int()),
};

/** A match that has ended. */
export const match = {
  identifier: z.string().describe('Your unique name for it'),
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
