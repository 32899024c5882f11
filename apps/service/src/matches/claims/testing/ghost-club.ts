import { expect } from 'vitest';
import type { Database, MemberRow } from '../../../platform/database/schema.ts';
import { auditRatings } from '../../../ratings/audit-ratings.ts';
import { insertGhost } from '../../../testing/builders.ts';
import { batchOf, matchOf, onDay } from '../../testing/batches.ts';
import { type Club, createClub } from '../../testing/club.ts';
import { foldLedger, standingRatings } from '../../testing/fold-ledger.ts';
import { handle } from '../../testing/story.ts';
import { mergeGhost } from '../merge-ghost.ts';

export const claimedAt = new Date('2026-09-20T11:46:03Z');

/** Lena played in a tournament as a ghost before she had an account; Mike and Priya are members. */
export async function openClub(database: Database) {
  const made = await createClub(database, [
    { first_name: 'Lena', last_name: 'Hoffmann' },
    { first_name: 'Mike', last_name: 'Brennan' },
    { first_name: 'Priya', last_name: 'Natarajan' },
  ]);
  const club: Club = {
    dependencies: { ...made.dependencies, clock: () => claimedAt },
    submitter: { ...made.submitter, trusted: true },
    players: made.players,
  };
  const [lena, mike, priya] = club.players;
  if (!lena || !mike || !priya) throw new Error('The club has three players.');
  const makeGhost = async () =>
    await insertGhost(database, club.submitter.applicationId, {
      first_name: 'Lena',
      last_name: 'Hoffman',
    });
  let played = 0;
  const play = async (
    identifier: string,
    one: MemberRow,
    other: MemberRow,
    sport = 'pickleball',
  ) => {
    played += 1;
    const match = matchOf(identifier, [[one], [other]], { sport, ...onDay(100 - played) });
    const { matches } = await handle(club, batchOf([match]));
    return matches[0]?.id ?? '';
  };
  const claim = async (ghost: string, member: string) =>
    await mergeGhost(club.dependencies, { ghost, member });
  return { club, lena, mike, priya, ghost: await makeGhost(), makeGhost, play, claim };
}

/** The ratings are those that all matches give, in order. */
export async function expectValid(database: Database): Promise<void> {
  expect(await standingRatings(database)).toEqual(await foldLedger(database));
  const { findings } = await auditRatings({ database }, { onFinding: () => {} });
  expect(findings).toBe(0);
}
