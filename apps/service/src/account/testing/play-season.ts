import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import { ingestBatch } from '../../matches/submit/ingest-batch.ts';
import { batchOf, onDay } from '../../matches/testing/batches.ts';
import { insertApplication } from '../../testing/builders.ts';

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
  /** Of singles, one a day. */
  matches: number;
  /** Before which of the days past the last of them is. */
  before?: number;
  sport?: string;
}

/** Matches of the player against the other player, won and lost, in the order they were played. */
export async function playSeason(
  { database, player, otherPlayer, dependencies }: ConnectFlow,
  { matches, before = 0, sport = 'pickleball' }: Season,
): Promise<string[]> {
  const applicationId = await insertApplication(database, { name: 'Rally League' });
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
  if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.faults));
  return outcome.result.matches.map(({ id }) => id ?? '');
}
