import type { Database } from '../../platform/database/schema.ts';

export interface ConnectedApplication {
  applicationId: string;
  clientId: string;
  name: string;
  scopes: string[];
  createdAt: Date;
  updatedAt: Date;
  lastUsedAt: Date | null;
}

/** The applications connected to the member, disabled ones included, by name. */
export async function listConnectedApplications(
  database: Database,
  memberId: string,
): Promise<ConnectedApplication[]> {
  return await database
    .selectFrom('connection')
    .innerJoin('application', 'application.id', 'connection.application_id')
    .select([
      'application.id as applicationId',
      'application.client_id as clientId',
      'application.name',
      'connection.scopes',
      'connection.created_at as createdAt',
      'connection.updated_at as updatedAt',
      'connection.last_used_at as lastUsedAt',
    ])
    .where('connection.member_id', '=', memberId)
    .where('connection.revoked_at', 'is', null)
    .orderBy('application.name')
    .orderBy('application.id')
    .execute();
}
