import type { Schemas } from '@partner-rating/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRows } from '../testing/club.ts';
import { foldLedger, storedRatings } from '../testing/fold-ledger.ts';
import {
  bring,
  called,
  countMembers,
  finalOf,
  importOf,
  openTournament,
} from './testing/tournament.ts';

// Members of the club among strangers, including several people with the same name.
const participant: fc.Arbitrary<Schemas.Participant> = fc
  .tuple(
    fc.constantFrom('Carmen Ortiz', 'carmen ORTÍZ', 'Sofia Lindqvist', 'Lena Hoffmann', 'Jo Park'),
    fc.record(
      {
        email: fc.constantFrom('priya@example.com', 'lena@example.com', 'jo@example.com'),
        birthYear: fc.constantFrom(1990, 1994),
        gender: fc.constantFrom('FEMALE', 'MALE', 'UNKNOWN'),
        city: fc.constantFrom('Austin', 'San Antonio'),
        state: fc.constant('TX'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([name, facts]) => called(name, facts as Partial<Schemas.Participant>));

// Each has a different opponent, so that nobody can be matched to both players of a match.
const matches = fc
  .array(participant, { minLength: 1, maxLength: 10 })
  .map((participants) =>
    participants.map((one, index) =>
      finalOf(`match-${index}`, [[one], [called(`Opponent Number ${index}`)]]),
    ),
  );

function idsOf({ participants }: Schemas.TournamentImportResult): Map<string, string | null> {
  return new Map(
    participants.flatMap(({ pointers, id }) => pointers.map((pointer) => [pointer, id] as const)),
  );
}

describe('any import', () => {
  it('does what its dry run says, treats equal facts as one player, and changes nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(matches, async (played) => {
        const { database, club } = await openTournament('postgres');
        const body = importOf(played);
        const projected = await bring(club, { ...body, dryRun: true });
        const first = await bring(club, body);
        expect(first.participants.map(({ pointers, reason }) => ({ pointers, reason }))).toEqual(
          projected.participants.map(({ pointers, reason }) => ({ pointers, reason })),
        );
        expect(await countMembers(database)).toBe(3 + first.ghostPlayersCreated);
        expect(await storedRatings(database)).toEqual(await foldLedger(database));

        const ids = idsOf(first);
        const byFacts = new Map<string, string | null>();
        for (const [index, { teams }] of played.entries()) {
          const id = ids.get(`/matches/${index}/teams/0/0`) ?? null;
          const facts = JSON.stringify(teams[0]);
          expect(byFacts.get(facts) ?? id).toBe(id);
          byFacts.set(facts, id);
        }

        const before = [await storedRatings(database), await countRows(database)];
        const second = await bring(club, body);
        expect(idsOf(second)).toEqual(ids);
        expect(await countMembers(database)).toBe(3 + first.ghostPlayersCreated);
        expect([await storedRatings(database), await countRows(database)]).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });

  it('finds its ghosts again in the next one', async () => {
    await fc.assert(
      fc.asyncProperty(matches, async (played) => {
        const { club } = await openTournament('postgres');
        const first = await bring(club, importOf(played));
        const next = played.map((match) => ({ ...match, identifier: `next-${match.identifier}` }));
        const second = await bring(club, importOf(next.toReversed()));
        const ids = idsOf(second);
        for (const { id, pointers } of first.participants.filter(({ isNew }) => isNew)) {
          for (const pointer of pointers) {
            const [, , index = '', ...rest] = pointer.split('/');
            const mirrored = `/matches/${played.length - 1 - Number(index)}/${rest.join('/')}`;
            expect(ids.get(mirrored)).toBe(id);
          }
        }
      }),
      { numRuns: 10 },
    );
  });
});
