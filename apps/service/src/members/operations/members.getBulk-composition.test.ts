import type { Schemas } from '@partner-rating/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';
import { naiveMember, type Sight } from '../testing/naive-member.ts';
import {
  ask,
  insertKnownMember,
  insertRatings,
  insertSeenConnection,
  now,
} from '../testing/seen-players.ts';

const sports = ['pickleball', 'padel', 'tennis'];

const MAX_ZIP_LENGTH = 16;

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !text.includes('\0'));

const day = fc
  .date({ min: new Date('1900-01-01'), max: now, noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
  .filter((date) => !hasTurned16Since(date));

/** Returns whether a player turned 16 after the day of the test, because the database knows only the real date. */
function hasTurned16Since(birthDate: string): boolean {
  const sixteenth = `${Number(birthDate.slice(0, 4)) + 16}${birthDate.slice(4)}`;
  const [day, today] = [now, new Date()].map((time) => time.toISOString().slice(0, 10));
  return sixteenth > `${day}` && sixteenth <= `${today}`;
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const numbers = {
  rating: fc.integer({ min: 2_000, max: 8_000 }).map((thousandths) => thousandths / 1_000),
  reliability: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
  games: fc.integer({ min: 0, max: 9_999 }),
};

const rating = fc.record({
  sport: fc.constantFrom(...sports),
  bracket: fc.constantFrom('overall-open', 'gender-open', 'overall-35+', 'singles-16-18'),
  ...numbers,
});

const scope = fc.constantFrom(
  'user:profile:email',
  'user:rating:read',
  'user:rating:history',
  'user:webhook:subscribe',
);

const person = fc.record({
  member: fc
    .record({
      first_name: name,
      last_name: name,
      birth_date: maybe(day),
      gender: fc.constantFrom('MALE', 'FEMALE', 'OTHER', 'UNKNOWN'),
      city: maybe(name),
      state: maybe(name),
      zip: maybe(name.filter((text) => [...text].length <= MAX_ZIP_LENGTH)),
      country: maybe(fc.constantFrom('US', 'DE')),
      is_vairified: fc.boolean(),
      is_wheelchair: fc.boolean(),
      is_ghost: fc.boolean(),
      is_discoverable: fc.boolean(),
    })
    // A ghost (a member without an account) is never verified.
    .map((member) => ({ ...member, is_vairified: member.is_vairified && !member.is_ghost })),
  ratings: fc.uniqueArray(rating, {
    selector: ({ sport, bracket }) => `${sport} ${bracket}`,
    maxLength: 8,
  }),
  connection: maybe(
    fc.record({
      scopes: fc
        .uniqueArray(scope)
        .map((others): readonly string[] => ['user:profile:read', ...others]),
      revoked: fc.boolean(),
    }),
  ),
});

const question = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 5 }),
  // Each refers to a person by id or number, or to nobody.
  asked: fc.array(fc.tuple(fc.nat({ max: 6 }), fc.boolean()), { minLength: 1, maxLength: 20 }),
  wanted: maybe(fc.uniqueArray(fc.constantFrom(...sports, 'squash'), { minLength: 1 })),
});

it.each(databases)('a bulk on %s shows of each member what the contract says', async (kind) => {
  const database = await createTestDatabase(kind);
  const service = await startTestService({
    database,
    clock: () => now,
    environment: { RATE_LIMIT: '0' },
  });
  const { id: applicationId } = await database
    .selectFrom('application')
    .select('id')
    .executeTakeFirstOrThrow();

  await fc.assert(
    fc.asyncProperty(question, async ({ people, asked, wanted }) => {
      const sights: Sight[] = [];
      for (const { member: given, ratings: rated, connection } of people) {
        const member = await insertKnownMember(database, given);
        const ratings = await insertRatings(database, member.id, rated);
        if (connection !== null)
          await insertSeenConnection(database, applicationId, member.id, connection);
        sights.push({ member, ratings, connection, sports: wanted, now });
      }
      const references = asked.map(([index, byId]) => {
        const member = sights[index]?.member;
        if (member === undefined) return 1;
        return byId ? member.id : member.member_number;
      });
      const query = `ids=${references.join(',')}${wanted === null ? '' : `&sport=${wanted}`}`;
      const { body } = await ask<Schemas.Member[]>(`${service.baseUrl}/partner/members?${query}`, {
        'x-api-key': service.partner.apiKey,
      });
      const seen = asked.flatMap(([index]) => sights[index] ?? []).map(naiveMember);
      expect(body).toEqual(seen.filter((member) => member !== null));
    }),
    { numRuns: 30 },
  );
});
