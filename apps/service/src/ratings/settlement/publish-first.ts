import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { currentModel } from '../domain/rating-model.ts';
import { publishPlayers } from './publish-players.ts';

/**
 * Publishes what settlements have worked out for players who are about to be rated, in sports where they
 * are publishing: their matches start from it. The transaction must hold the ratings of the sports and the players' rows.
 */
export async function publishFirst(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  {
    sports,
    memberIds,
    now,
  }: { sports: readonly string[]; memberIds: readonly string[]; now: Date },
): Promise<void> {
  for (const sport of sports) {
    const publication = { sport, memberIds, model: currentModel, changedAt: now };
    await publishPlayers(transaction, dependencies, publication);
  }
}
