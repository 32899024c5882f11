import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { importTournament } from '../../matches/import/import-tournament.ts';
import { called, finalOf, importOf } from '../../matches/import/testing/tournament.ts';
import { ingestBatch } from '../../matches/submit/ingest-batch.ts';
import { batchOf, onDay } from '../../matches/testing/batches.ts';
import { insertApplication } from '../../testing/builders.ts';

// An application without a connection to the player reports all of these.
const stranger = { name: 'Rally League' };

const LOST = [
  [5, 11],
  [11, 9],
  [8, 11],
];
const WON = [
  [11, 4],
  [11, 9],
];

interface Season {
  /** The number of singles matches, one a day. */
  matches: number;
  /** The last match is on the day before this one. */
  before?: number;
  sport?: string;
}

/** Plays matches of the player against the other player, won and lost, in the order of play. */
export async function playSeason(
  { database, player, otherPlayer, dependencies }: ConnectFlow,
  { matches, before = 0, sport = 'pickleball' }: Season,
): Promise<string[]> {
  const applicationId = await insertApplication(database, stranger);
  const batch = batchOf(
    Array.from({ length: matches }, (_, index) => ({
      identifier: `${sport} ${index}`,
      teams: [[player.memberId], [otherPlayer.memberId]],
      games: (index % 3 === 0 ? LOST : WON).map((scores) => ({ scores })),
      ...onDay(before + matches - index),
    })),
    { sport },
  );
  const outcome = await ingestBatch(dependencies, { applicationId, trusted: true }, batch);
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
  return outcome.result.matches.map(({ id }) => id ?? '');
}

/** Reports a result of the player. If it is reported twice, returns the second report, which is held. */
export async function reportResult(
  { database, dependencies, player, otherPlayer }: ConnectFlow,
  { trusted = false, isTwice = false } = {},
): Promise<string> {
  const submitter = { applicationId: await insertApplication(database, stranger), trusted };
  const reported = await database.selectFrom('match').select('id').execute();
  const match = {
    identifier: 'court-1',
    teams: [[player.memberId], [otherPlayer.memberId]],
    games: [{ scores: [11, 7] }],
    ...onDay(reported.length + 1),
  };
  const first = batchOf([{ ...match, identifier: 'court-1-again' }]);
  if (isTwice) await ingestBatch(dependencies, submitter, first);
  const outcome = await ingestBatch(dependencies, submitter, batchOf([match]));
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
  return outcome.result.matches[0]?.id ?? '';
}

/** Imports a tournament's matches of somebody with this address. Returns their participations. */
export async function importUnder(
  { database, dependencies }: ConnectFlow,
  email: string,
  matches = 1,
): Promise<string[]> {
  const submitter = {
    applicationId: await insertApplication(database, stranger),
    trusted: false,
  };
  const teams = [[called('Somebody Else', { email })], [called('Jo Park')]];
  const finals = Array.from({ length: matches }, (_, index) =>
    finalOf(`final-${index}`, teams, { games: [{ scores: [11, index] }] }),
  );
  const outcome = await importTournament(dependencies, submitter, importOf(finals));
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
  const ghost = outcome.result.participants[0]?.id;
  return outcome.result.matches.map(({ id }) => `${id} ${ghost}`);
}
