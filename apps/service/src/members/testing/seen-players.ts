import type { Schemas } from '@partner-rating/server';
import { newId } from '../../platform/database/identifiers.ts';
import type {
  Database,
  MemberRow,
  NewMemberRow,
  RatingRow,
} from '../../platform/database/schema.ts';
import { insertConnection, insertMember } from '../../testing/builders.ts';
import type { Sight } from './naive-member.ts';

export const now = new Date('2026-09-12T18:00:00Z');

/** Inserts a member with a value in every field, except for the given ones. */
export async function insertKnownMember(
  database: Database,
  given: Partial<NewMemberRow> = {},
): Promise<MemberRow> {
  const id = newId('mem');
  return await insertMember(database, {
    id,
    email: `${id}@example.com`,
    birth_date: '1986-04-30',
    gender: 'MALE',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    country: 'US',
    is_vairified: given.is_ghost !== true,
    ...given,
  });
}

export async function insertRatings(
  database: Database,
  memberId: string,
  ratings: readonly (Partial<RatingRow> &
    Pick<RatingRow, 'sport' | 'bracket' | 'rating' | 'reliability' | 'games'>)[],
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

/** Inserts a live or revoked connection of a member to an application. Returns its id. */
export async function insertSeenConnection(
  database: Database,
  applicationId: string,
  memberId: string,
  { scopes, revoked }: NonNullable<Sight['connection']>,
): Promise<string> {
  return await insertConnection(database, applicationId, memberId, scopes, revoked ? now : null);
}

/** Sends a request and returns the response, whatever its status. */
export async function ask<Body>(url: string, credential: Record<string, string>) {
  const response = await fetch(url, { headers: credential });
  const body = (await response.json()) as Body & Schemas.Problem;
  return { status: response.status, headers: response.headers, body };
}
