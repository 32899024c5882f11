import type { Schemas } from '@partner-rating/server';
import { newId } from '../../platform/database/identifiers.ts';
import type {
  Database,
  MemberRow,
  NewMemberRow,
  RatingRow,
} from '../../platform/database/schema.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { nameColumns } from '../../players/domain/name-columns.ts';
import type { Sight } from './naive-member.ts';

export const now = new Date('2026-09-12T18:00:00Z');
const HOUR_MILLISECONDS = 3_600_000;

/** Inserts a member of whom everything is known, but for what is given. */
export async function insertMember(
  database: Database,
  given: Partial<NewMemberRow> = {},
): Promise<MemberRow> {
  const id = newId('mem');
  const known = {
    id,
    first_name: 'Mike',
    last_name: 'Brennan',
    email: `${id}@example.com`,
    birth_date: '1986-04-30',
    gender: 'MALE' as const,
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    country: 'US',
    is_vairified: true,
    created_at: now,
    ...given,
  };
  return await database
    .insertInto('member')
    .values({ ...known, ...nameColumns(known) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertRatings(
  database: Database,
  memberId: string,
  ratings: readonly Pick<RatingRow, 'sport' | 'bracket' | 'rating' | 'reliability' | 'games'>[],
): Promise<RatingRow[]> {
  if (ratings.length === 0) return [];
  return await database
    .insertInto('rating')
    .values(
      ratings.map((row) => ({ ...row, member_id: memberId, mu: 31, sigma: 4, updated_at: now })),
    )
    .returningAll()
    .execute();
}

/** Connects a member to an application, now or once; gives the connection's id. */
export async function insertConnection(
  database: Database,
  { applicationId, memberId }: { applicationId: string; memberId: string },
  { scopes, revoked }: NonNullable<Sight['connection']>,
): Promise<string> {
  const id = newId('con');
  await database
    .insertInto('connection')
    .values({
      id,
      application_id: applicationId,
      member_id: memberId,
      scopes: [...scopes],
      created_at: now,
      updated_at: now,
      revoked_at: revoked ? now : null,
    })
    .execute();
  return id;
}

/** Makes an access token of a connection. */
export async function insertToken(
  database: Database,
  connectionId: string,
  scopes: readonly string[],
): Promise<string> {
  const token = newSecret('pra_');
  await database
    .insertInto('access_token')
    .values({
      token_hash: hashSecret(token),
      connection_id: connectionId,
      code_hash: null,
      scopes: [...scopes],
      created_at: now,
      expires_at: new Date(now.getTime() + HOUR_MILLISECONDS),
      revoked_at: null,
    })
    .execute();
  return token;
}

/** Asks the service and gives the answer, whatever its status. */
export async function ask<Body>(url: string, credential: Record<string, string>) {
  const response = await fetch(url, { headers: credential });
  const body = (await response.json()) as Body & Schemas.Problem;
  return { status: response.status, headers: response.headers, body };
}
