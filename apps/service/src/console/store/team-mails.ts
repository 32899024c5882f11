import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

interface TeamReader {
  email: string;
  applicationName: string;
  clientId: string;
}

/** The addresses of the people in a team, without those who are only invited. */
export async function listTeamReaders(
  database: Database,
  applicationId: string,
): Promise<TeamReader[]> {
  return await database
    .selectFrom('application_member')
    .innerJoin('account', 'account.id', 'application_member.account_id')
    .innerJoin('application', 'application.id', 'application_member.application_id')
    .select(['account.email', 'application.name as applicationName', 'client_id as clientId'])
    .where('application_id', '=', applicationId)
    .where('account.locked_at', 'is', null)
    .$narrowType<{ email: string }>()
    .execute();
}

/** The subject of a mail that this transaction has claimed. */
interface ClaimedNews {
  applicationId: string;
  /** The first characters of a key, or the address of an endpoint. */
  subject: string;
}

/** Claims keys that expire before a time, each once. It skips keys that another instance is claiming. */
export async function claimExpiringKeys(
  transaction: DatabaseTransaction,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<(ClaimedNews & { expiresAt: Date })[]> {
  const { rows } = await sql<ClaimedNews & { expiresAt: Date }>`
    update api_key set expiry_mailed_at = ${now}::timestamptz
    where id in (
      select id from api_key
      where expiry_mailed_at is null and revoked_at is null
        and expires_at > ${now}::timestamptz and expires_at <= ${before}::timestamptz
      limit ${limit}::integer
      for update skip locked
    )
    returning application_id as "applicationId", prefix as subject, expires_at as "expiresAt"
  `.execute(transaction);
  return rows;
}

/** Claims endpoints that the service has disabled since the last mail about them. */
export async function claimDisabledEndpoints(
  transaction: DatabaseTransaction,
  { now, limit }: { now: Date; limit: number },
): Promise<(ClaimedNews & { reason: string | null })[]> {
  const { rows } = await sql<ClaimedNews & { reason: string | null }>`
    update webhook_endpoint set disabled_mailed_at = ${now}::timestamptz
    where id in (
      select id from webhook_endpoint
      where status = 'disabled' and (disabled_mailed_at is null or disabled_mailed_at < updated_at)
      limit ${limit}::integer
      for update skip locked
    )
    returning application_id as "applicationId", url as subject, disabled_reason as reason
  `.execute(transaction);
  return rows;
}
