import type { Database } from '../../platform/database/schema.ts';

/**
 * A member who is there still, with their claimed ghosts and these others that were reported under their address;
 * null where nobody is.
 */
export async function findPerson(
  database: Database,
  memberId: string,
  reportedIds: readonly string[],
) {
  const people = await database
    .selectFrom('member')
    .selectAll()
    .where((expression) =>
      expression.or([
        expression('id', 'in', [memberId, ...reportedIds]),
        expression('merged_into', 'in', [memberId, ...reportedIds]),
      ]),
    )
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
  const own = people.find(({ id }) => id === memberId);
  if (own === undefined) return null;
  const others = people.filter((person) => person !== own);
  return {
    own,
    ghosts: others.filter((person) => person.merged_into === memberId),
    reported: others.filter((person) => person.merged_into !== memberId),
  };
}

export async function findAccountRecord(database: Database, memberId: string) {
  return await database
    .selectFrom('account')
    .select(['created_at', 'password_changed_at', 'email_proven_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function findSessionRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('account_session')
    .select(['created_at', 'last_used_at', 'expires_at', 'user_agent'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findBrowserRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('account_device')
    .select(['created_at', 'expires_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('token_hash')
    .execute();
}

export async function findSharedPageRecord(database: Database, memberId: string) {
  return await database
    .selectFrom('shared_page')
    .select(['address', 'created_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function findConnectionRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('connection')
    .innerJoin('application', 'application.id', 'connection.application_id')
    .select([
      'application.client_id',
      'application.name',
      'connection.scopes',
      'connection.created_at',
      'connection.updated_at',
      'connection.revoked_at',
      'connection.last_used_at',
    ])
    .where('connection.member_id', '=', memberId)
    .orderBy('connection.created_at')
    .orderBy('connection.id')
    .execute();
}

export async function findRatingRecords(database: Database, memberId: string) {
  return await database
    .selectFrom('rating')
    .select(['sport', 'bracket', 'rating', 'reliability', 'games', 'last_played_at', 'updated_at'])
    .where('member_id', '=', memberId)
    .orderBy('sport')
    .orderBy('bracket')
    .execute();
}
