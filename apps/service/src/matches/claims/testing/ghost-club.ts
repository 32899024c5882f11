import type { MemberRow } from '../../../platform/database/schema.ts';
import { insertGhost } from '../../../testing/builders.ts';
import { createTestDatabase, type DatabaseKind } from '../../../testing/test-database.ts';
import { batchOf, matchOf, onDay } from '../../testing/batches.ts';
import { type Club, createClub } from '../../testing/club.ts';
import { handle } from '../../testing/story.ts';
import { mergeGhost } from '../merge-ghost.ts';

export const claimedAt = new Date('2026-09-20T11:46:03Z');

/** Lena played in a tournament as a ghost, a member without an account. Mike and Priya are members with accounts. */
export async function openClub(kind: DatabaseKind = 'postgres') {
  const database = await createTestDatabase(kind);
  const made = await createClub(database, [
    { first_name: 'Lena', last_name: 'Hoffmann' },
    { first_name: 'Mike', last_name: 'Brennan' },
    { first_name: 'Priya', last_name: 'Natarajan' },
  ]);
  const club: Club = {
    ...made,
    dependencies: { ...made.dependencies, clock: () => claimedAt },
    submitter: { ...made.submitter, trusted: true },
  };
  const [lena, mike, priya] = made.players;
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
  return { database, club, lena, mike, priya, ghost: await makeGhost(), makeGhost, play, claim };
}
