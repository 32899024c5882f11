import { describe, expect, it } from 'vitest';
import { replaceMatch } from '../../matches/submit/replace-match.ts';
import { batchOf, matchOf, onDay } from '../../matches/testing/batches.ts';
import { foldLedger, storedRatings } from '../../matches/testing/fold-ledger.ts';
import type { Database } from '../../platform/database/schema.ts';
import { insertConnection, insertMember, usualScopes } from '../../testing/builders.ts';
import { databases } from '../../testing/test-database.ts';
import { ratingHistory } from '../store/rating-history.ts';
import { settleSport } from './settle-sport.ts';
import { countDue } from './store/due-positions.ts';
import { endAfter, openLateClub, oneByOne as sizes } from './testing/late-club.ts';

async function idOf(database: Database, identifier: string): Promise<string> {
  const { id } = await database
    .selectFrom('match')
    .select('id')
    .where('identifier', '=', identifier)
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns dependencies whose clock never returns the same time twice, as in production. */
function ticking<Given extends { clock: () => Date }>(dependencies: Given): Given {
  let now = dependencies.clock().getTime();
  const clock = () => {
    now += 1;
    return new Date(now);
  };
  return { ...dependencies, clock };
}

async function correctionsOf(database: Database, memberId: string) {
  return await database
    .selectFrom(ratingHistory)
    .select(['cause', 'rating'])
    .where('member_id', '=', memberId)
    .where('bracket', '=', 'overall-open')
    .where('cause', '!=', 'match')
    .execute();
}

describe.each(databases)(
  'a match that is replaced during a settlement of its sport on %s',
  (kind) => {
    // There are seven matches, one in each chunk. The wrong one is the third, and the right one was played with the fifth.
    it.each([
      ['before it is folded', 2],
      ['after it and the next matches are folded', 5],
    ])('%s is replaced in the ratings at once', async (_, chunks) => {
      const opened = await openLateClub(kind);
      const { database, dependencies, club, mike, priya, daniel, sofia } = opened;
      const stopping = { sizes, ...endAfter(chunks) };
      expect(await settleSport(dependencies, 'pickleball', stopping)).toBe('stopped');
      const teams = [
        [priya, daniel],
        [mike, sofia],
      ];
      const right = matchOf('right', teams, { ...onDay(3), games: [{ scores: [2, 11] }] });
      await replaceMatch(ticking(dependencies), club.submitter, {
        matchId: await idOf(database, 'in order 5'),
        reason: 'It was played two days later.',
        batch: batchOf([right]),
      });
      expect(await countDue(database)).toMatchObject({ positions: 0 });
      expect(await storedRatings(database)).toEqual(await foldLedger(database));
      for (const { id } of [mike, priya, daniel, sofia]) {
        expect(await correctionsOf(database, id)).toHaveLength(1);
      }
    });

    it('by a match of players that nothing else reaches is settled together with it', async () => {
      const { database, dependencies, club } = await openLateClub(kind);
      const stopping = { sizes, ...endAfter(2) };
      expect(await settleSport(dependencies, 'pickleball', stopping)).toBe('stopped');
      const [one, other] = [await insertMember(database), await insertMember(database)];
      for (const { id } of [one, other]) {
        await insertConnection(database, club.submitter.applicationId, id, usualScopes);
      }
      const request = {
        matchId: await idOf(database, 'in order 5'),
        reason: 'Others played it.',
        batch: batchOf([matchOf('right', [[one], [other]], onDay(3))]),
      };
      await replaceMatch(ticking(dependencies), club.submitter, request, { maxMatches: 0 });
      expect(await countDue(database)).toMatchObject({ positions: 3 });
      expect(await settleSport(dependencies, 'pickleball', { sizes })).toBe('settled');
      expect(await countDue(database)).toMatchObject({ positions: 0 });
      expect(await storedRatings(database)).toEqual(await foldLedger(database));
    });
  },
);
