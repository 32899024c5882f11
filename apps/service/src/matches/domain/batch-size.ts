import type { FaultItem } from '@partner-rating/server';

/**
 * How many players the matches of one request may have together, each counted in every match. Each
 * is rated in up to eighteen brackets, and every rating is a row and a line of history: with more, a
 * single request would take tens of seconds and the better part of a gigabyte.
 */
export const MAX_PLAYERS = 10_000;

/** The fault of matches with too many players; it follows from the shape alone. */
export function sizeFaults(matches: readonly { teams: readonly unknown[][] }[]): FaultItem[] {
  let players = 0;
  let fitting = 0;
  for (const { teams } of matches) {
    for (const team of teams) players += team.length;
    if (players <= MAX_PLAYERS) fitting += 1;
  }
  if (players <= MAX_PLAYERS) return [];
  const detail =
    `The matches have ${players} players, each counted in every match; one request takes ` +
    `${MAX_PLAYERS}. Send those from /matches/${fitting} on in another request.`;
  return [{ pointer: '/matches', code: 'maxItems', detail }];
}
