import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { batchOf } from '../testing/batches.ts';
import { countRows, createClub, peopleOfAllKinds } from '../testing/club.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import { submit } from '../testing/story.ts';

// Few identifiers, players, and scores, so that duplicates, conflicts, and errors of every kind happen.
const anyMatch = fc
  .record({
    identifier: fc.integer({ min: 1, max: 40 }).map((number) => `match-${number}`),
    sport: fc.constantFrom('pickleball', 'pickleball', 'padel', 'croquet'),
    matchDate: fc.constantFrom('2026-09-10T15:30:00Z', '2026-09-12T15:30:00Z'),
    players: fc.array(fc.nat(6), { minLength: 4, maxLength: 4 }),
    size: fc.constantFrom(1, 2),
    games: fc.array(
      fc.record({
        scores: fc.constantFrom<number[][]>([11, 7], [11, 0], [5, 11], [15, 13], [11, 10]),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ players, size, ...match }) => ({
    ...match,
    teams: [players.slice(0, size), players.slice(2, 2 + size)],
  }));
const anyBatch = fc.record({
  matches: fc.array(anyMatch, { minLength: 1, maxLength: 6 }),
  partial: fc.boolean(),
  dryRun: fc.constantFrom(false, false, true),
});

describe('for any submissions', () => {
  it('the ratings follow from the ledger, and what is not stored leaves no trace', async () => {
    const database = await createTestDatabase('pglite');
    const club = await createClub(database, peopleOfAllKinds(6));
    const nameOf = (index: number) => String(club.players[index]?.member_number ?? 99_999_999);

    await fc.assert(
      fc.asyncProperty(anyBatch, async ({ matches, ...rest }) => {
        const named = matches.map((match) => ({
          ...match,
          teams: match.teams.map((team) => team.map(nameOf)),
        }));
        const before = await countRows(database);
        const outcome = await submit(club, batchOf(named, rest));
        const after = await countRows(database);

        const stored = outcome.kind === 'handled' && !rest.dryRun ? outcome.result.numMatches : 0;
        expect(after.match).toBe((before.match ?? 0) + stored);
        if (stored === 0) expect(after).toEqual(before);
        await expectExact(database);
      }),
      { numRuns: 60 },
    );
    expect((await countRows(database)).match).toBeGreaterThan(0);
  });
});
