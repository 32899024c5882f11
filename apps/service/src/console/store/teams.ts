import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { ListPart } from './applications.ts';

export type TeamRole = 'owner' | 'developer';

/** The part of a request that names the application. */
export type ApplicationReference =
  | { clientId: string }
  | { keyId: string }
  | { deliveryId: string };

/** The rights of a person in an application. */
interface ManagedApplication {
  role: TeamRole;
  isSuspended: boolean;
}

/** Finds the role of a person in the team; undefined if the application is not theirs, is deleted, or does not exist. */
export async function findManagedApplication(
  database: Database,
  accountId: string,
  reference: ApplicationReference,
): Promise<ManagedApplication | undefined> {
  const isMeant =
    'clientId' in reference
      ? sql<boolean>`application.client_id = ${reference.clientId}`
      : 'keyId' in reference
        ? sql<boolean>`application.id = (select application_id from api_key where id = ${reference.keyId})`
        : sql<boolean>`application.id = (
            select application_id from webhook_delivery where id = ${reference.deliveryId}
          )`;
  return await database
    .selectFrom('application_member')
    .innerJoin('application', 'application.id', 'application_member.application_id')
    .select([
      'role',
      sql<boolean>`disabled_at is not null and pending_since is null`.as('isSuspended'),
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(isMeant)
    .executeTakeFirst();
}

/** Somebody in a team, or invited to it. */
export type StoredPerson = Awaited<ReturnType<typeof listTeam>>[number];

export async function insertTeamMember(
  database: Database,
  applicationId: string,
  { teamMemberId, ...person }: StoredPerson,
): Promise<void> {
  const row = {
    id: teamMemberId,
    application_id: applicationId,
    email: person.email,
    account_id: person.accountId,
    role: person.role,
    created_at: person.createdAt,
    joined_at: person.joinedAt,
    expires_at: person.expiresAt,
  };
  await database.insertInto('application_member').values(row).execute();
}

/** Lists the team of an application and the people who are invited, in the order of the invitations. */
export async function listTeam(
  database: Database,
  applicationId: string,
  { after, limit }: ListPart = {},
) {
  return await database
    .selectFrom('application_member')
    .select([
      'id as teamMemberId',
      'email',
      'role',
      'account_id as accountId',
      'created_at as createdAt',
      'joined_at as joinedAt',
      'expires_at as expiresAt',
    ])
    .where('application_id', '=', applicationId)
    // An id begins with the time at which it was made.
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

export async function deleteTeamMember(database: Database, id: string): Promise<void> {
  await database.deleteFrom('application_member').where('id', '=', id).execute();
}

/** Adds an account to the teams that invited its address, and returns its roles. */
export async function acceptInvitationsOf(
  database: Database,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<{ id: string; applicationId: string; role: TeamRole }[]> {
  return await database
    .updateTable('application_member')
    .set({ account_id: accountId, joined_at: now, expires_at: null })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('account_id', 'is', null)
    .where('expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application_member as own')
            .select('own.id')
            .where('own.account_id', '=', accountId)
            .whereRef('own.application_id', '=', 'application_member.application_id'),
        ),
      ),
    )
    .returning(['id', 'application_id as applicationId', 'role'])
    .execute();
}

/** How many applications somebody created that still exist, and how many of them wait for approval. */
export async function countCreated(
  database: Database,
  accountId: string,
): Promise<{ live: number; pending: number }> {
  return await database
    .selectFrom('application')
    .select(({ fn }) => [
      fn.countAll<number>().as('live'),
      fn.count<number>('pending_since').as('pending'),
    ])
    .where('created_by', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Locks the creation of applications for this account: others wait until the transaction ends. */
export async function lockCreator(database: Database, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 0))`.execute(database);
}
