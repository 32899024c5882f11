import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { AuditActor, DatabaseTransaction } from '../platform/database/schema.ts';
import type { Due } from '../ratings/settlement/settle-now.ts';
import type { RepeatedReport } from '../ratings/store/fingerprints.ts';
import { confirmParticipations } from './confirm-participations.ts';
import { findUnconfirmed } from './store/responses.ts';
import { findAnyMatch, findMatchPlayers } from './store/voids.ts';
import { takeBack } from './void-match.ts';

const REASON = 'A claim made this the same match as another report, which counts.';

/**
 * Takes back reports of matches that a claim made the same as others, since a match counts once. The
 * players they moved are moved by the report that counts. The transaction must hold the ratings of all sports
 * (`lockRatingsExclusive`).
 * @returns what has to be settled.
 */
export async function voidRepeated(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  { repeated, actor }: { repeated: readonly RepeatedReport[]; actor: AuditActor },
): Promise<Due[]> {
  const due: Due[] = [];
  for (const { matchId, countedAs } of repeated) {
    const match = await findAnyMatch(transaction, matchId);
    if (match === undefined) throw new Error(`The match ${matchId} is not there.`);
    const { applicationId } = match;
    const players = await findMatchPlayers(transaction, matchId);
    const moved = new Set(players.flatMap(({ id, isRated }) => (isRated ? id : [])));
    const request = { applicationId, matchId, reason: REASON };
    due.push(...(await takeBack(transaction, dependencies, { request, match, players, actor })));
    const unconfirmed = await findUnconfirmed(transaction, [countedAs]);
    const confirmations = {
      participations: unconfirmed.filter(({ memberId }) => moved.has(memberId)),
      applicationId,
      now: dependencies.clock(),
    };
    due.push(...(await confirmParticipations(transaction, dependencies, confirmations)));
  }
  return due;
}
