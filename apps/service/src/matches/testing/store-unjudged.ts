import { newId } from '../../platform/database/identifiers.ts';
import type { EffectiveMatch } from '../domain/effective-match.ts';
import { fingerprintsOf } from '../domain/identity.ts';
import { judgeBatch } from '../domain/judge-batch.ts';
import { rateAndStore } from '../submit/rate-and-store.ts';
import { readFacts } from '../submit/read-facts.ts';
import { type Club, submittedAt } from './club.ts';

/** Stores matches that break a rule, as if they had been stored before the rule existed. */
export async function storeUnjudged(
  { dependencies, submitter: { applicationId } }: Club,
  matches: readonly EffectiveMatch[],
): Promise<void> {
  await dependencies.database.transaction().execute(async (transaction) => {
    const facts = await readFacts(transaction, matches, { applicationId, lock: 'shared' });
    const { players, playersByReference, connections } = facts;
    const { verdicts } = judgeBatch(matches, {
      now: submittedAt,
      players: playersByReference,
      mayKnowAge: () => false,
      stored: [],
      fingerprints: fingerprintsOf(matches, playersByReference),
      reports: [],
      applicationId,
      identifiers: new Set(),
      gameErrors: [],
    });
    await rateAndStore(transaction, dependencies, {
      batch: { id: newId('bat'), applicationId, identifier: null, createdAt: submittedAt },
      verdicts,
      reports: [],
      players,
      connections,
      isConfirmed: () => true,
      lock: 'shared',
    });
  });
}
