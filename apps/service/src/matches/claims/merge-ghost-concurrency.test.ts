import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { listen } from '../testing/club.ts';
import { breakOffOnce } from './testing/break-off-once.ts';
import { expectValid, openClub } from './testing/ghost-club.ts';

it('a claim that a deadlock broke off is done again', async () => {
  const database = await createTestDatabase('postgres');
  const { lena, mike, ghost, play, claim } = await openClub(database);
  await play('one', ghost, mike);
  await breakOffOnce(database, 'update of merged_into on member');
  expect(await claim(ghost.id, lena.id)).toMatchObject({ matches: 1 });
  await expectValid(database);
});

describe.each(databases)('claims and batches at once on %s', (kind) => {
  it('give what some serial order gives', async () => {
    const database = await createTestDatabase(kind);
    const { club, lena, mike, priya, ghost, makeGhost, play, claim } = await openClub(database);
    await listen(database, club.submitter.applicationId);
    const ghosts = [ghost];
    while (ghosts.length < 5) ghosts.push(await makeGhost());
    for (const [index, one] of ghosts.entries()) await play(`before-${index}`, one, mike);
    await Promise.all(
      ghosts.flatMap((one, index) => [
        play(`first-${index}`, one, index % 2 === 0 ? mike : priya),
        play(`first-padel-${index}`, one, priya, 'padel'),
        claim(one.id, lena.id),
        play(`tennis-${index}`, one, mike, 'tennis'),
        play(`second-${index}`, one, priya),
        play(`own-${index}`, lena, mike),
      ]),
    );
    await expectValid(database);
  });
});
