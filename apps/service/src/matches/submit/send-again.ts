// Handles matches of a batch that were sent before: releases held ones, and confirms others.

import { recordAudits } from '../../platform/audit/store/audit.ts';
import { ContentionError } from '../../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import type { Due } from '../../ratings/settlement/settle-now.ts';
import {
  findLiveConnections,
  findPlayers,
  lockPlayers,
  type PlayerRow,
} from '../../ratings/store/players.ts';
import { ExclusiveLockNeededError, type RatingLock } from '../batch-transaction.ts';
import type { SentBefore } from '../domain/judge-batch.ts';
import { confirmParticipations } from '../record-responses.ts';
import { releaseHeld } from '../recount.ts';
import { findUnconfirmed, type Unconfirmed } from '../store/responses.ts';
import { confirmedBy, consentTo, type Submitter } from './read-facts.ts';

export interface MatchesSentAgain {
  submitter: Submitter;
  sent: readonly SentBefore[];
  /** The players of the other matches, which will be stored next. */
  players: readonly PlayerRow[];
  lock: RatingLock;
  now: Date;
}

/** The effect of sending matches again. */
export interface SentAgain {
  /** The matches that were confirmed for somebody, or released. */
  matchIds: readonly string[];
  /** Whether the reports must be read again, because other reports count now, or reports move the ratings of other players. */
  isRecounted: boolean;
  due: readonly Due[];
}

const NOTHING: SentAgain = { matchIds: [], isRecounted: false, due: [] };

/**
 * Counts held matches that are sent again as distinct. Stored matches that are sent again move the ratings of the players
 * who have agreed since, as if they had agreed from the start.
 * @throws ExclusiveLockNeededError if there are such matches and the transaction does not hold the exclusive lock.
 */
export async function sendAgain(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { submitter, sent, players, lock, now }: MatchesSentAgain,
): Promise<SentAgain> {
  if (lock === 'none') return NOTHING;
  const { applicationId } = submitter;
  const released = sent.flatMap(({ isReleased, matchId }) => (isReleased ? matchId : []));
  const matchIds = sent.map(({ matchId }) => matchId);
  const participations = await findConfirmable(transaction, submitter, matchIds);
  if (participations.length + released.length === 0) {
    // The players are locked already under the shared lock.
    if (lock === 'exclusive') await lockUnchanged(transaction, players);
    return NOTHING;
  }
  if (lock !== 'exclusive') throw new ExclusiveLockNeededError();
  const dueOfReleased = await releaseHeld(transaction, released, { applicationId, now, lock });
  const confirmations = { participations, applicationId, now };
  const due = await confirmParticipations(transaction, dependencies, confirmations);
  await recordAudits(transaction, [
    ...released.map((matchId) => ({
      occurredAt: now,
      actor: 'partner' as const,
      action: 'match.released' as const,
      applicationId,
      memberId: null,
      details: { matchId },
    })),
    ...participations.map(({ matchId, memberId }) => ({
      occurredAt: now,
      actor: 'partner' as const,
      action: 'match.confirmed' as const,
      applicationId,
      memberId,
      details: { matchId },
    })),
  ]);
  await lockUnchanged(transaction, players);
  return {
    matchIds: [...released, ...participations.map(({ matchId }) => matchId)],
    isRecounted: true,
    due: [...dueOfReleased, ...due],
  };
}

/** Finds players whose ratings the matches do not move, but would move if the submitter reported them now. */
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
    throw new ContentionError('One of the players has been erased.');
  }
}
