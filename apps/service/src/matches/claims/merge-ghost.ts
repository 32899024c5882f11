import { sports } from '@partner-rating/ratings';
import { findMember } from '../../members/connected-member.ts';
import { splitReferences } from '../../members/domain/names.ts';
import {
  findNamed,
  findSharedMatch,
  findSportsPlayed,
  lockMembers,
  moveGhost,
} from '../../members/store/merges.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { type Due, markDue, settleNow } from '../../ratings/settlement/settle-now.ts';
import { inWriteTransaction } from '../batch-transaction.ts';
import { followClaim } from '../recount.ts';

/** Thrown if a ghost cannot be claimed for a member. The message says why and what to do. */
export class MergeRefusedError extends Error {
  override name = 'MergeRefusedError';
}

export interface MergeRequest {
  /** A `mem_…` id or a member number, like `member`. */
  ghost: string;
  member: string;
}

export interface Merge {
  ghostId: string;
  memberId: string;
  /** How many matches moved to the member. */
  matches: number;
  /** How many ratings changed, including those of later opponents and partners. */
  ratings: number;
  /** Whether all these ratings have changed by now. */
  isSettled: boolean;
}

/**
 * Merges a ghost, a member without an account, into a member. The member gets all matches and the history, is rated as one
 * player, and can still be named by the ghost's ids.
 * @param beforeCommit Called at the end of the transaction, before any rating changes.
 * @throws MergeRefusedError
 */
export async function mergeGhost(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  request: MergeRequest,
  beforeCommit: (transaction: DatabaseTransaction, merge: Merge) => Promise<void> = async () => {},
): Promise<Merge> {
  const { database } = dependencies;
  const ids = await findBoth(dependencies, request);
  // All sports, because a batch may be adding the ghost's first match in any of them.
  const locks = { sports, lock: 'exclusive' } as const;
  const { due, ...merged } = await inWriteTransaction(database, locks, async (transaction) => {
    await refuseUnfit(transaction, ids);
    const outcome = await merge(transaction, dependencies, ids);
    const { due: _, ...stored } = outcome;
    await beforeCommit(transaction, { ...stored, ratings: 0, isSettled: false });
    return outcome;
  });
  let ratings = 0;
  const isSettled = await settleNow(dependencies, due, {
    maxMatches: Number.POSITIVE_INFINITY,
    onDifferences: (differences) => {
      ratings += differences.length;
    },
  });
  return { ...merged, ratings, isSettled };
}

interface Both {
  ghostId: string;
  memberId: string;
}

async function findBoth(
  { database }: Pick<Dependencies, 'database'>,
  request: MergeRequest,
): Promise<Both> {
  const [ghost] = await findNamed(database, splitReferences([request.ghost]));
  if (ghost === undefined) throw new MergeRefusedError(unknown(request.ghost));
  const member = await findMember(database, request.member);
  if (member === undefined) throw new MergeRefusedError(unknown(request.member));
  return { ghostId: ghost.id, memberId: member.id };
}

async function refuseUnfit(
  transaction: DatabaseTransaction,
  { ghostId, memberId }: Both,
): Promise<void> {
  const locked = await lockMembers(transaction, [ghostId, memberId]);
  const ghost = locked.find(({ id }) => id === ghostId);
  const member = locked.find(({ id }) => id === memberId);
  if (ghost?.merged_into != null) {
    throw new MergeRefusedError(
      `${ghostId} was already claimed for ${ghost.merged_into}. A claim cannot be changed.`,
    );
  }
  if (ghost?.is_ghost !== true) {
    throw new MergeRefusedError(
      `${ghostId} is not a ghost but a member. Name a ghost, and the member who claims it.`,
    );
  }
  if (ghostId === memberId) {
    throw new MergeRefusedError(`${ghostId} is the ghost itself. Name the member who claims it.`);
  }
  if (member === undefined) throw new MergeRefusedError(unknown(memberId));
  if (member.merged_into !== null) {
    throw new MergeRefusedError(
      `${memberId} was just claimed for ${member.merged_into}. Read the member again.`,
    );
  }
  const shared = await findSharedMatch(transaction, ghostId, memberId);
  if (shared !== undefined) {
    throw new MergeRefusedError(
      `${ghostId} and ${memberId} both play in ${shared}, so they are two people. If that match is wrong, have it voided first.`,
    );
  }
}

async function merge(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  { ghostId, memberId }: Both,
): Promise<Omit<Merge, 'ratings' | 'isSettled'> & { due: Due[] }> {
  const changedAt = dependencies.clock();
  const played = await findSportsPlayed(transaction, ghostId);
  const moved = await moveGhost(transaction, { ghostId, memberId });
  const positions = played.map(({ sport, matchDate, arrival }) => {
    const position = { sport, matchDate, arrival, memberIds: [memberId], matchId: null };
    return { ...position, cause: 'merge', applicationId: null } as const;
  });
  const due = [
    ...(await markDue(transaction, changedAt, positions)),
    ...(await followClaim(transaction, moved, changedAt)),
  ];
  await recordAudit(transaction, {
    occurredAt: changedAt,
    actor: 'operator',
    action: 'member.merged',
    applicationId: null,
    memberId,
    details: { ghostId },
  });
  const matches = played.reduce((sum, sport) => sum + sport.matches, 0);
  return { ghostId, memberId, matches, due };
}

function unknown(reference: string): string {
  return `There is no member ${reference}. Give a mem_… id or a member number.`;
}
