import { foldMembers } from '../leaderboard/fold-deltas.ts';
import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { formerPlayer } from '../players/domain/former-player.ts';
import {
  findOldGhosts,
  type GhostPosition,
  lockAliases,
  lockOldGhosts,
} from './store/old-ghosts.ts';
import { overwritePeople } from './store/people.ts';
import { deletePersonalRows, dropAuditDetails } from './store/personal-rows.ts';

/**
 * Erases ghosts that were created before a moment, whom nobody claimed and no match has named since, so
 * many at a time, each with those that were claimed for it; yields how many after each batch. The others are
 * passed over.
 */
export async function* forgetGhosts(
  database: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): AsyncGenerator<number> {
  let after: GhostPosition = { createdAt: new Date(0), id: '' };
  for (;;) {
    const { last, count, forgotten } = await findOldGhosts(database, { before, after, limit });
    yield forgotten.length === 0 ? 0 : await eraseGhosts(database, forgotten, { before, now });
    if (last === null || count < limit) return;
    after = last;
  }
}

async function eraseGhosts(
  database: Database,
  ids: readonly string[],
  period: { before: Date; now: Date },
): Promise<number> {
  return await retryOnContention(
    async () =>
      await database
        .transaction()
        .execute(async (transaction) => await erase(transaction, ids, period)),
  );
}

async function erase(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  const found = await lockOldGhosts(transaction, ids, before);
  const aliases = await lockAliases(
    transaction,
    found.map(({ id }) => id),
  );
  const ghosts = [...found, ...aliases];
  const locked = ghosts.map(({ id }) => id);
  await overwritePeople(transaction, locked, formerPlayer, now);
  await deletePersonalRows(transaction, locked);
  await dropAuditDetails(transaction, locked);
  await foldMembers(
    transaction,
    ghosts.map(({ memberNumber }) => memberNumber),
  );
  return ghosts.length;
}
