import * as z from 'zod';
import type { Caller } from './tool.ts';

export const memberId = z.string().describe('Member number, such as "10482", or mem_… id');

interface OfPlayer {
  memberId: z.ZodExactOptional<z.ZodString>;
}

/** The player a tool is about. An access token is one player's, so that there is nobody to name. */
export function ofPlayer(caller: Caller) {
  // To the calls the two look alike: with a member id, or without.
  return (caller === 'player' ? {} : { memberId }) as { memberId: z.ZodType } as OfPlayer;
}

export const sport = z.string().describe('Such as pickleball');

/** For tools that use one bracket; the primary one is the default. */
export const bracket = z
  .exactOptional(z.string())
  .describe('Such as overall-open (default), doubles-35+');

export const matchId = z
  .templateLiteral(['mat_', z.string()])
  .describe('From list_submitted_matches');

/** Where a page begins and how much it holds. */
export const paging = {
  limit: z.int().min(1).max(50).default(20),
  cursor: z.exactOptional(z.string()).describe('From nextCursor'),
};

export const day = z.exactOptional(z.iso.date());

export const gender = z.exactOptional(z.enum(['MALE', 'FEMALE', 'OTHER', 'UNKNOWN']));

export const teams = z
  .array(z.array(z.string()))
  .describe('Member ids by team: [["10482"],["10517"]]');
