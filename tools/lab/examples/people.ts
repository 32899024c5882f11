import type { PartnerRatingClient } from '@partner-rating/client';
import { hashPassword } from '@partner-rating/service/src/connect/login/check-password.ts';
import {
  memberColumns,
  namedMembers,
} from '@partner-rating/service/src/console/demonstration/people.ts';
import { nameColumns } from '@partner-rating/service/src/members/domain/names.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { sql } from 'kysely';

export const password = 'a long walk to the net';

/** The people in the examples. */
export const people = {
  mike: person('mem_01jq8z6v3mfb7s4d2k9c5x1ha0', 10_482, namedMembers.mike),
  priya: person('mem_01jq8z7c5e9tkr0v6p3g8w2nbd', 10_517, namedMembers.priya),
  daniel: person('mem_01jq9a2f7hxm4q8s1z6y3t5vkc', 10_533, namedMembers.daniel),
  sofia: person('mem_01jqa4k8n2p6w0d9r7e5c3j1fs', 10_591, namedMembers.sofia),
  carmen: person('mem_01jqb7r4d8x2h6v0m9k5t3w1zc', 10_604, namedMembers.carmen),
};

function person(id: string, member_number: number, named: Parameters<typeof memberColumns>[0]) {
  return { id, member_number, ...memberColumns(named) };
}

/** Opponents from before Courtside Club joined. */
export const rivals = {
  omar: '10201',
  ben: '10202',
  grace: '10203',
  ivy: '10204',
  tom: '10205',
  joan: '10206',
};

const rivalNames = [
  ['Omar', 'Haddad', 'MALE'],
  ['Ben', 'Walsh', 'MALE'],
  ['Grace', 'Kim', 'FEMALE'],
  ['Ivy', 'Chen', 'FEMALE'],
  ['Tom', 'Reyes', 'MALE'],
  ['Joan', 'Meyer', 'FEMALE'],
] as const;

export async function createPeople(database: Database, created_at: Date): Promise<void> {
  const password_hash = await hashPassword(password);
  for (const person of Object.values(people)) {
    await database
      .insertInto('member')
      .values({ ...person, created_at })
      .execute();
    const account = {
      ...{ id: person.id, role: 'player' as const },
      ...{ created_at, password_changed_at: created_at },
    };
    await database
      .insertInto('account')
      .values({ ...account, password_hash })
      .execute();
  }
  for (const [index, [first_name, last_name, gender]] of rivalNames.entries()) {
    const location = { city: 'Tulsa', state: 'OK', country: 'US' };
    const row = { id: `mem_${String(index + 1).padStart(26, '0')}`, first_name, last_name, gender };
    await database
      .insertInto('member')
      .values({
        ...row,
        ...location,
        ...nameColumns({ ...row, ...location }),
        member_number: 10_201 + index,
        created_at,
      })
      .execute();
  }
}

/** Sets the number of the next member. */
export async function nextMemberNumber(database: Database, number: number): Promise<void> {
  await sql`alter table member alter column member_number restart with ${sql.lit(number)}`.execute(
    database,
  );
}

/** The partners in the scenarios. Each one is a client with its own API key. */
export interface Actors {
  /** The partner in the examples. */
  club: PartnerRatingClient;
  apiKey: string;
  /** A second partner. This partner submitted matches before Courtside Club joined. */
  league: PartnerRatingClient;
}
