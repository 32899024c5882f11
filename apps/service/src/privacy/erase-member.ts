import type { Schemas } from '@partner-rating/server';
import type { AccountMail } from '../connect/login/domain/account-mail.ts';
import { revokeConnection } from '../connect/revoke.ts';
import { foldMembers } from '../leaderboards/fold-deltas.ts';
import { includedIds, readReported } from '../matches/claims/find-offered.ts';
import { findGhosts, findProvenEmail, forgetAddresses } from '../matches/store/offered-matches.ts';
import { type KeyedHash, openKeyedHash } from '../members/keyed-hash.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { writeEvents } from '../webhooks/outbox.ts';
import { formerPlayer, REMOVED_REASON, tracesOf } from './domain/former-player.ts';
import { lockGhosts, lockPerson, overwritePeople } from './store/people.ts';
import {
  deleteAnswersWith,
  deleteGrants,
  deletePersonalRows,
  deleteRowsOfAddresses,
  dropAuditDetails,
  findUnsentRevocations,
  listConnectedIds,
  removeReasonsAbout,
} from './store/personal-rows.ts';

export interface ErasureRequest {
  /** A `mem_…` id. */
  memberId: string;
  actor: 'player' | 'operator';
  /**
   * Ghosts (members without an account) under the person's confirmed address that have another name, and that the
   * person selected as theirs.
   */
  selected?: readonly string[];
}

export interface Erasure {
  /** The number of connections that ended. */
  connections: number;
}

type ErasureDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

/**
 * Erases a person in one transaction: who they are, how they log in, and who may read their data. Their matches and ratings
 * stay under the id. Returns null if there is no such person, or the person was erased before.
 */
export async function eraseMember(
  dependencies: ErasureDependencies,
  request: ErasureRequest,
): Promise<Erasure | null> {
  const hash = await openKeyedHash(dependencies);
  return await retryOnContention(
    async () =>
      await dependencies.database.transaction().execute(async (transaction) => {
        const email = await findProvenEmail(transaction, request.memberId);
        const erasure = await erase(transaction, dependencies, hash, request);
        // Other ghosts under the address stay with the application that imported them, without a link to the person.
        if (erasure !== null && email !== undefined) {
          // The address is in this row only until the mail is sent, or expires.
          const { memberId } = request;
          await queueMail<AccountMail>(transaction, dependencies, {
            ...{ kind: 'account-erased', email, memberId },
          });
          await forgetAddresses(transaction, await findGhosts(transaction, hash(email)));
        }
        return erasure;
      }),
  );
}

async function erase(
  transaction: DatabaseTransaction,
  dependencies: ErasureDependencies,
  hash: KeyedHash,
  { memberId, actor, selected = [] }: ErasureRequest,
): Promise<Erasure | null> {
  const now = dependencies.clock();
  const own = await lockPerson(transaction, memberId);
  if (own.length === 0) return null;
  // Before the name is overwritten, because it decides which reports are about the person.
  const reported = includedIds(await readReported(transaction, hash, memberId), selected);
  const known = own.map(({ id }) => id);
  const people = [
    ...own,
    ...(await lockGhosts(transaction, reported)).filter(({ id }) => !known.includes(id)),
  ];
  const ids = people.map(({ id }) => id);

  await removeReasonsAbout(transaction, ids, REMOVED_REASON);
  // Before the connections end, so that their events contain only the id.
  await overwritePeople(transaction, ids, formerPlayer, now);
  const unsent = await findUnsentRevocations(transaction, memberId);
  await deletePersonalRows(transaction, ids);
  await deleteRowsOfAddresses(
    transaction,
    people.map(({ email }) => email).filter((email) => email !== null),
  );
  await deleteAnswersWith(transaction, tracesOf(people));
  const connections = await endConnections(transaction, dependencies, { memberId, actor, now });
  await writeEvents(
    transaction,
    now,
    unsent.map(({ applicationId, endpointId, payload }) => ({
      type: 'connection.revoked',
      applicationId,
      endpointId,
      memberId,
      data: { ...revocationOf(payload), displayName: formerPlayer.display_name },
    })),
    dependencies.configuration.webhookRetrySchedule,
  );
  await deleteGrants(transaction, ids);
  await dropAuditDetails(transaction, ids);
  const entry = { occurredAt: now, actor, action: 'member.erased', applicationId: null } as const;
  await recordAudit(transaction, { ...entry, memberId });
  // Last, because the worker of the leaderboards waits from here on.
  await foldMembers(
    transaction,
    people.map(({ member_number }) => member_number),
  );
  return { connections };
}

async function endConnections(
  transaction: DatabaseTransaction,
  dependencies: ErasureDependencies,
  { memberId, actor, now }: ErasureRequest & { now: Date },
): Promise<number> {
  const applicationIds = await listConnectedIds(transaction, memberId);
  const revokedBy = actor === 'player' ? 'player' : 'service';
  for (const applicationId of applicationIds) {
    await revokeConnection(transaction, dependencies, { applicationId, memberId, revokedBy, now });
  }
  return applicationIds.length;
}

function revocationOf(payload: string): Schemas.ConnectionRevoked {
  return (JSON.parse(payload) as Schemas.ConnectionRevokedEvent).data;
}
