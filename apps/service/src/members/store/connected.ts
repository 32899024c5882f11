import type { Database } from '../../platform/database/schema.ts';

export interface ConnectedQuestion {
  applicationId: string;
  /** Only members after this one; null for the first. */
  after: string | null;
  limit: number;
}

/** The members who are connected to an application, in the order of their ids, which its index has. */
export async function findConnected(
  database: Database,
  { applicationId, after, limit }: ConnectedQuestion,
) {
  return await database
    .selectFrom('connection')
    .innerJoin('member', 'member.id', 'connection.member_id')
    .select([
      'member.id',
      'member.member_number',
      'member.first_name',
      'member.last_name',
      'connection.scopes',
      'connection.created_at',
      'connection.last_used_at',
    ])
    .where('connection.application_id', '=', applicationId)
    .where('connection.revoked_at', 'is', null)
    .$if(after !== null, (query) => query.where('connection.member_id', '>', after))
    .orderBy('connection.member_id')
    .limit(limit)
    .execute();
}

export type ConnectedRow = Awaited<ReturnType<typeof findConnected>>[number];
