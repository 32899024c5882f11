// Registrations that are not proven yet, in the database.

import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

interface RegistrationFacts {
  id: string;
  email: string;
  passwordHash: string;
  /** The authorization request to continue with. */
  authorizationQuery: string | null;
}

export interface PlayerRegistration extends RegistrationFacts {
  of: 'player';
  firstName: string;
  lastName: string;
  birthDate: string;
  /** Whether the player chose that others find them. */
  isDiscoverable: boolean;
}

interface PartnerRegistration extends RegistrationFacts {
  of: 'partner';
  name: string;
}

export type Registration = PlayerRegistration | PartnerRegistration;

export async function insertRegistration(
  transaction: DatabaseTransaction,
  registration: Registration & { createdAt: Date; expiresAt: Date },
): Promise<void> {
  await transaction
    .insertInto('account_registration')
    .values({
      id: registration.id,
      role: registration.of,
      email: registration.email,
      ...(registration.of === 'partner'
        ? { name: registration.name }
        : {
            first_name: registration.firstName,
            last_name: registration.lastName,
            birth_date: registration.birthDate,
            wants_discovery: registration.isDiscoverable,
          }),
      password_hash: registration.passwordHash,
      authorization_query: registration.authorizationQuery,
      created_at: registration.createdAt,
      expires_at: registration.expiresAt,
    })
    .execute();
}

export async function findRegistration(
  database: Database,
  id: string,
  now: Date,
): Promise<Registration | undefined> {
  return toRegistration(await selectLive(database, now).where('id', '=', id).executeTakeFirst());
}

/** Returns the newest registration of an address. */
export async function findRegistrationByEmail(
  database: Database,
  { of, email, now }: { of: Registration['of']; email: string; now: Date },
): Promise<Registration | undefined> {
  const newest = selectLive(database, now)
    .where('role', '=', of)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return toRegistration(await newest.executeTakeFirst());
}

/** Deletes all registrations of an address and their links, after one of them was proven. */
export async function deleteRegistrations(
  transaction: DatabaseTransaction,
  { of, email }: Pick<Registration, 'of' | 'email'>,
): Promise<void> {
  await transaction
    .deleteFrom('account_registration')
    .where('role', '=', of)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .execute();
}

function selectLive(database: Database, now: Date) {
  return database
    .selectFrom('account_registration')
    .select([
      'id',
      'role as of',
      'email',
      'name',
      'first_name as firstName',
      'last_name as lastName',
      'birth_date as birthDate',
      'wants_discovery as isDiscoverable',
      'password_hash as passwordHash',
      'authorization_query as authorizationQuery',
    ])
    .where('expires_at', '>', now);
}

type RegistrationRow = Awaited<ReturnType<ReturnType<typeof selectLive>['executeTakeFirst']>>;

/** The check of the table ensures that a row has all columns that its role needs. */
function toRegistration(row: RegistrationRow): Registration | undefined {
  // An earlier version did not ask, and so stored no choice.
  if (row === undefined) return undefined;
  return { ...row, isDiscoverable: row.isDiscoverable ?? false } as Registration;
}

/** Returns whether a birth date from this origin was refused and the refusal has not expired. */
export async function findRefusal(database: Database, origin: Buffer, now: Date): Promise<boolean> {
  const row = await database
    .selectFrom('refused_registration')
    .select('expires_at')
    .where('origin_hash', '=', origin)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores that a birth date from this origin was refused. A later refusal extends the earlier one. */
export async function insertRefusal(
  database: Database,
  origin_hash: Buffer,
  expires_at: Date,
): Promise<void> {
  await database
    .insertInto('refused_registration')
    .values({ origin_hash, expires_at })
    .onConflict((conflict) => conflict.column('origin_hash').doUpdateSet({ expires_at }))
    .execute();
}
