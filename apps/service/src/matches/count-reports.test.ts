import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database, MemberRow } from '../platform/database/schema.ts';
import { insertConnection, insertMember } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { batchOf, matchOf } from './testing/batches.ts';
import { type Club, createClub } from './testing/club.ts';
import { expectExact } from './testing/compare-ratings.ts';
import { anotherClub } from './testing/reports.ts';
import { handle } from './testing/story.ts';
import { voidPlayed } from './testing/voids.ts';

const MINUTE = 60_000;
const forms = ['offset', 'utc', 'date'] as const;

interface Evening {
  /** When each match began, in minutes of the evening. All have the same result. */
  starts: number[];
  /** The reports of each application, in this order. */
  sends: {
    application: number;
    form: (typeof forms)[number];
    isReversed: boolean;
    isRepeated: boolean;
    isResent: boolean;
  }[];
}

const evenings: fc.Arbitrary<Evening> = fc.record({
  starts: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 3 }),
  sends: fc
    .tuple(
      ...[0, 1, 2].map((application) =>
        fc.record({
          application: fc.constant(application),
          form: fc.constantFrom(...forms),
          isReversed: fc.boolean(),
          isRepeated: fc.boolean(),
          isResent: fc.boolean(),
        }),
      ),
    )
    .chain((sends) => fc.shuffledSubarray(sends, { minLength: 3 })),
});

/** Returns the date of a match that began this many minutes after 18:00 in Austin. */
function matchDate(start: number, form: (typeof forms)[number]): string {
  const local = Date.parse('2026-09-10T18:00:00Z') + start * MINUTE;
  if (form === 'utc') return new Date(local + 5 * 60 * MINUTE).toISOString();
  const sent = new Date(local).toISOString();
  return form === 'date' ? sent.slice(0, 10) : `${sent.slice(0, 19)}-05:00`;
}

async function openApplications(database: Database): Promise<[Club, Club, Club]> {
  const club = await createClub(database, []);
  return [club, await anotherClub(club), await anotherClub(club, [], { trusted: true })];
}

/** Returns how many matches of these players count. */
async function counted(database: Database, players: readonly MemberRow[]): Promise<number> {
  const numbers = players.map(({ member_number: number }) => number);
  const rows = await database
    .selectFrom('match_participant')
    .leftJoin('uncounted_match', 'uncounted_match.arrival', 'match_participant.arrival')
    .select('match_participant.arrival')
    .distinct()
    .where('member_number', 'in', numbers)
    .where('reason', 'is', null)
    .execute();
  return rows.length;
}

describe('matches of one evening with equal scores', () => {
  it('count as often as they were played if two clubs and a desk report all of them, in any order', async () => {
    const database = await createTestDatabase('pglite');
    const clubs = await openApplications(database);
    let number = 0;
    const playEvening = async ({ starts, sends }: Evening) => {
      number += 1;
      const players = [await insertMember(database), await insertMember(database)];
      // The second club only has the consent of the second player.
      for (const [index, { submitter }] of clubs.entries()) {
        for (const { id } of players.slice(index, 2)) {
          await insertConnection(database, submitter.applicationId, id);
        }
      }
      const teams = players.map((player) => [player]);
      const ids = new Set<string>();
      for (const { application, form, isReversed, isRepeated, isResent } of sends) {
        const club = clubs[application];
        if (club === undefined) throw new Error('There are three applications.');
        const matches = starts.map((start, index) =>
          matchOf(`${number}-${index}`, teams, { matchDate: matchDate(start, form) }),
        );
        const batch = batchOf(isReversed ? matches.toReversed() : matches);
        const result = await handle(club, batch);
        expect(result.matches.map(({ status }) => status)).not.toContain('held');
        if (isRepeated) {
          const again = await handle(club, batch);
          expect(again.matches.map(({ id }) => id)).toEqual(result.matches.map(({ id }) => id));
        }
        const [first] = result.matches;
        if (isResent && first?.id != null) {
          await voidPlayed(club, first.id);
          const one = matches.find(({ identifier }) => identifier === first.identifier);
          if (one === undefined) throw new Error('Each answer names its match.');
          const resent = { ...one, identifier: `${one.identifier}-again`, distinct: true };
          await handle(club, batchOf([resent]));
        }
        for (const { id } of result.matches) if (id !== null) ids.add(id);
      }
      expect(ids.size).toBe(starts.length * sends.length);
      expect(await counted(database, players)).toBe(starts.length);
    };
    await fc.assert(fc.asyncProperty(evenings, playEvening), { numRuns: 25 });
    await expectExact(database);
  }, 120_000);

  testRows([
    ['the club first', [0, 2]],
    ['the desk first', [2, 0]],
  ] as const)(
    'of a round robin of 60 count as 60, whether the club or the desk reports first',
    async (_, order) => {
      const database = await createTestDatabase('pglite');
      const clubs = await openApplications(database);
      const players: MemberRow[] = [];
      while (players.length < 6) {
        const player = await insertMember(database);
        players.push(player);
        await insertConnection(database, clubs[0].submitter.applicationId, player.id);
      }
      // Each pair plays four games to 11 in a row, most with the same result.
      const pairs = players.flatMap((one, index) =>
        players.slice(index + 1).map((other) => [[one], [other]]),
      );
      const evening = (form: (typeof forms)[number]) =>
        [0, 1, 2, 3].flatMap((round) =>
          pairs.map((teams, index) =>
            matchOf(`${round}-${index}`, teams, {
              games: [{ scores: [11, index % 3 === 0 ? 4 : 4 + (round % 2)] }],
              matchDate: matchDate(5 * (15 * round + index), form),
            }),
          ),
        );
      for (const [index, application] of order.entries()) {
        const form = application === 0 ? 'offset' : 'date';
        const result = await handle(clubs[application], batchOf(evening(form)));
        expect(result).toMatchObject({ success: true, held: 0 });
        if (index === 0) expect(result.numMatches).toBe(60);
        expect(await counted(database, players)).toBe(60);
      }
      await expectExact(database);
    },
  );
});
