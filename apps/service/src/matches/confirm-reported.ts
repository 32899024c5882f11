import { recordAudits } from '../platform/audit/store/audit.ts';
import { ContentionError } from '../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import {
  findLiveConnections,
  findPlayers,
  lockPlayers,
  type PlayerRow,
} from '../players/store/players.ts';
import type { Due } from '../ratings/settlement/settle-now.ts';
import { ConfirmsResultsError, type RatingLock } from './batch-transaction.ts';
import { confirmParticipations } from './confirm-participations.ts';
import { confirmedBy, consentTo, type Submitter } from './consent.ts';
import { findUnconfirmed, type Unconfirmed } from './store/responses.ts';

export interface RepeatedReports {
  submitter: Submitter;
  /** The matches that are stored already. */
  matchIds: readonly string[];
  /** The players of the other matches, which are about to be stored. */
  players: readonly PlayerRow[];
  lock: RatingLock;
  now: Date;
}

/** The matches that a report confirmed for somebody, and what that left to be settled. */
export interface ConfirmedReports {
  matchIds: readonly string[];
  due: readonly Due[];
}

export const NOTHING_CONFIRMED: ConfirmedReports = { matchIds: [], due: [] };

/**
 * Has matches that are reported once more move the players who agreed to it by this report, as if
 * they had from the start.
 * @throws ConfirmsResultsError where it needs a lock that the transaction does not have.
 */
export async function confirmReported(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { submitter, matchIds, players, lock, now }: RepeatedReports,
): Promise<ConfirmedReports> {
  const participations = await findConfirmable(transaction, submitter, matchIds);
  if (lock !== 'exclusive') {
    if (participations.length > 0) throw new ConfirmsResultsError();
    return NOTHING_CONFIRMED;
  }
  const { applicationId } = submitter;
  const confirmations = { participations, applicationId, now };
  const due = await confirmParticipations(transaction, dependencies, confirmations);
  await recordAudits(
    transaction,
    participations.map(({ matchId, memberId }) => ({
      occurredAt: now,
      actor: 'partner',
      action: 'match.confirmed',
      applicationId,
      memberId,
      details: { matchId },
    })),
  );
  await lockUnchanged(transaction, players);
  return { matchIds: participations.map(({ matchId }) => matchId), due };
}

/** Players whom the matches do not move yet, and would have moved if the submitter had reported them. */
async function findConfirmable(
  transaction: DatabaseTransaction,
  submitter: Submitter,
  matchIds: readonly string[],
): Promise<Unconfirmed[]> {
  if (matchIds.length === 0) return [];
  const unconfirmed = await findUnconfirmed(transaction, matchIds);
  if (unconfirmed.length === 0) return [];
  const memberIds = [...new Set(unconfirmed.map(({ memberId }) => memberId))];
  const connections = await findLiveConnections(transaction, memberIds);
  const consent = consentTo(submitter.applicationId, connections);
  const named = await findPlayers(transaction, {
    applicationId: submitter.applicationId,
    ids: memberIds,
    numbers: [],
  });
  const known = new Set(named.filter(consent.mayKnow).map(({ id }) => id));
  const isConfirmed = confirmedBy(submitter, consent);
  return unconfirmed.filter(({ memberId }) => known.has(memberId) && isConfirmed(memberId));
}

async function lockUnchanged(
  transaction: DatabaseTransaction,
  players: readonly PlayerRow[],
): Promise<void> {
  const locked = await lockPlayers(transaction, {
    applicationId: null,
    ids: players.map(({ id }) => id),
    numbers: [],
  });
  if (locked.length < players.length) {
    throw new ContentionError('One of the players was erased meanwhile.');
  }
}
