import type { Schemas } from '@partner-rating/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MemberRow } from '../../platform/database/schema.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { batchOf, matchOf, onDay, teamsOf } from '../testing/batches.ts';
import { createClub, listen, peopleOfAllKinds } from '../testing/club.ts';
import { expectExact } from '../testing/compare-ratings.ts';
import { expectAllNotified } from '../testing/expect-all-notified.ts';
import { listenOver } from '../testing/listening-app.ts';
import { insertClubKey, postBatch } from '../testing/post-batch.ts';

const WRITERS = 16;
const BATCHES_OF_A_WRITER = 4;
const MATCHES_OF_A_BATCH = 5;
const PLAYERS = 12;

describe.each(databases)('POST /partner/matches by sixteen writers at once on %s', (kind) => {
  it('answers all of them 200, rates in the order of arrival, and sends an event for every change', async () => {
    const database = await createTestDatabase(kind);
    const app = await listenOver(database);
    onTestFinished(app.close);
    const club = await createClub(database, peopleOfAllKinds(PLAYERS));
    await listen(database, club.submitter.applicationId);
    const apiKey = await insertClubKey(club);

    const write = async (writer: number) => {
      const answers = [];
      for (let round = 0; round < BATCHES_OF_A_WRITER; round += 1) {
        const batch = overlappingBatch(club.players, writer, round);
        answers.push({ batch, ...(await postBatch(app.baseUrl, apiKey, batch)) });
      }
      return answers;
    };
    const answers = (
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    ).flat();

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await expectExact(database);
    await expectAllNotified(
      database,
      answers.map(({ batch }) => batch),
    );
  });
});

/** Every writer names most players, each in a different order. */
function overlappingBatch(
  players: readonly MemberRow[],
  writer: number,
  round: number,
): Schemas.MatchBatch {
  const matches = Array.from({ length: MATCHES_OF_A_BATCH }, (_, index) => {
    const from = writer * 5 + round * 3 + index * 7;
    const pick = (offset: number) => {
      const index = (from + offset) % PLAYERS;
      return players.slice(index, index + 1);
    };
    const teams =
      index % 2 === 0
        ? teamsOf([...pick(0), ...pick(5)], [...pick(3), ...pick(1)])
        : [pick(4), pick(2)];
    const sport = index % 3 === 0 ? 'padel' : 'pickleball';
    const number = (writer * BATCHES_OF_A_WRITER + round) * MATCHES_OF_A_BATCH + index;
    return matchOf(`${writer}-${round}-${index}`, teams, { sport, ...onDay(number) });
  });
  return batchOf(writer % 2 === 0 ? matches : matches.toReversed());
}
