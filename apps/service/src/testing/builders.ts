import type { Insertable } from 'kysely';
import { newKeyRow } from '../console/actions/keys.ts';
import { insertKey } from '../console/store/applications.ts';
import { nameColumns } from '../members/domain/names.ts';
import { newId } from '../platform/database/identifiers.ts';
import type {
  AccessTokenTable,
  ApplicationTable,
  Database,
  MemberRow,
  NewMemberRow,
  WebhookEndpointTable,
} from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';

/** The default time of everything that is built. */
export const noon = new Date('2026-09-12T12:00:00Z');
const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** What a connected player has granted, unless a test says otherwise. */
export const usualScopes = [
  'user:profile:read',
  'user:rating:read',
  'user:match:submit',
  'user:webhook:subscribe',
];

/** A partner application with an API key. */
export async function insertApplication(
  database: Database,
  given: Partial<Insertable<ApplicationTable>> = {},
): Promise<string> {
  const id = newId('app');
  await database
    .insertInto('application')
    .values({
      id,
      client_id: id.replace('_', '-'),
      name: 'Courtside Club',
      redirect_uris: ['https://courtside.example/callback'],
      created_at: noon,
      disabled_at: null,
      ...given,
    })
    .execute();
  await insertKey(database, newKeyRow(id, { now: noon }).row);
  return id;
}

/** Inserts a member with only a name. */
export async function insertMember(
  database: Database,
  given: Partial<NewMemberRow> = {},
): Promise<MemberRow> {
  const member = {
    id: newId('mem'),
    first_name: 'Mike',
    last_name: 'Brennan',
    email: null,
    birth_date: null,
    gender: 'UNKNOWN' as const,
    city: null,
    state: null,
    zip: null,
    country: null,
    created_at: noon,
    ...given,
  };
  return await database
    .insertInto('member')
    .values({ ...member, ...nameColumns(member) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that an application created a ghost: a member without an account, from an import. */
export async function insertOwnGhost(
  database: Database,
  applicationId: string,
  memberId: string,
): Promise<void> {
  await database
    .insertInto('imported_ghost')
    .values({
      application_id: applicationId,
      facts_hash: Buffer.from(memberId),
      member_id: memberId,
    })
    .execute();
}

/** Inserts a ghost that an application created. */
export async function insertGhost(
  database: Database,
  applicationId: string,
  given: Partial<NewMemberRow> = {},
): Promise<MemberRow> {
  const ghost = await insertMember(database, { ...given, is_ghost: true });
  await insertOwnGhost(database, applicationId, ghost.id);
  return ghost;
}

/** Connects a member to an application. Returns the connection's id. */
export async function insertConnection(
  database: Database,
  applicationId: string,
  memberId: string,
  scopes: readonly string[] = usualScopes,
  revokedAt: Date | null = null,
): Promise<string> {
  const id = newId('con');
  await database
    .insertInto('connection')
    .values({
      id,
      application_id: applicationId,
      member_id: memberId,
      scopes: [...scopes],
      created_at: noon,
      updated_at: noon,
      revoked_at: revokedAt,
    })
    .execute();
  return id;
}

/** Inserts an access token of a connection, valid for a day. */
export async function insertAccessToken(
  database: Database,
  connectionId: string,
  scopes: readonly string[],
  given: Partial<Insertable<AccessTokenTable>> = {},
): Promise<string> {
  const token = newSecret('pra_');
  await database
    .insertInto('access_token')
    .values({
      token_hash: hashSecret(token),
      connection_id: connectionId,
      code_hash: null,
      scopes: [...scopes],
      created_at: noon,
      expires_at: new Date(noon.getTime() + DAY_MILLISECONDS),
      revoked_at: null,
      ...given,
    })
    .execute();
  return token;
}

/** Returns the id of the endpoint that `insertEndpoint` gives an application. */
export const endpointOf = (applicationId: string) => applicationId.replace(/^app_/, 'whe_');

/** Inserts the endpoint where an application receives events. */
export async function insertEndpoint(
  database: Database,
  applicationId: string,
  given: Partial<Insertable<WebhookEndpointTable>> = {},
): Promise<void> {
  await database
    .insertInto('webhook_endpoint')
    .values({
      id: endpointOf(applicationId),
      application_id: applicationId,
      url: 'https://courtside.example/webhooks',
      events: ['rating.updated', 'connection.created', 'connection.revoked'],
      status: 'enabled',
      disabled_reason: null,
      secret_sealed: Buffer.alloc(0),
      previous_secret_sealed: null,
      previous_secret_expires_at: null,
      failing_since: null,
      created_at: noon,
      updated_at: noon,
      ...given,
    })
    .execute();
}
