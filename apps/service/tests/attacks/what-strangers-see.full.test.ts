import type { Schemas } from '@partner-rating/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/console/actions/keys.ts';
import { nameColumns } from '../../src/members/domain/names.ts';
import { ask, insertKnownMember, insertRatings } from '../../src/members/testing/seen-players.ts';
import type { MemberRow, NewMemberRow } from '../../src/platform/database/schema.ts';
import {
  createTestDatabase,
  type OpenTestDatabase,
  openTestDatabase,
} from '../../src/testing/test-database.ts';
import {
  openTestService,
  startTestService,
  type TestService,
} from '../../src/testing/test-service.ts';

// Each attack is a list of requests. The attacker learns nothing if the responses are the same in two worlds that
// differ only in the fact that the attacker wants to know.

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const town = 'Attackville';

describe('a partner with a default key, on a new demonstration, does not learn of a stranger:', () => {
  let opened: OpenTestDatabase;
  let service: TestService & { stop: () => Promise<void> };
  let victim: MemberRow;

  beforeAll(async () => {
    opened = await openTestDatabase('postgres');
    service = await openTestService({
      database: opened.database,
      isDemonstration: true,
      environment: { RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0', INGEST_RATE_LIMIT: '0' },
    });
    victim = await insertStranger({ first_name: 'Quentin', last_name: 'Brennan' });
    // Members that the attacker knows, with every initial, to see the victim's place among them.
    for (const letter of letters) {
      await insertStranger({ first_name: 'Quentin', last_name: `Br${letter}nna` });
    }
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await opened.close();
  });

  async function insertStranger(given: Partial<NewMemberRow>): Promise<MemberRow> {
    const member = await insertKnownMember(opened.database, { city: town, ...given });
    await insertRatings(opened.database, member.id, [
      { sport: 'padel', bracket: 'overall-open', rating: 3.5, reliability: 0.5, games: 9 },
    ]);
    return member;
  }

  async function get(path: string, query: Record<string, string>): Promise<unknown> {
    const url = `${service.baseUrl}${path}?${new URLSearchParams(query)}`;
    const { status, body } = await ask<unknown>(url, { 'x-api-key': service.partner.apiKey });
    const { instance: _, ...answer } = body as { instance?: string };
    return { status, ...answer };
  }

  const search = async (query: Record<string, string>) =>
    await get('/partner/search', { limit: '100', ...query });

  async function askEach(questions: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const question of questions) answers.push(await question());
    return answers;
  }

  type Hidden = Pick<MemberRow, 'last_name' | 'birth_date' | 'zip' | 'is_wheelchair'>;

  /** Compares the answers in the world as it is, and in one with another victim. */
  async function compare(
    otherwise: Partial<Hidden>,
    questions: readonly (() => Promise<unknown>)[],
  ): Promise<void> {
    const { database } = opened;
    const set = async (facts: Partial<Hidden>) => {
      const { first_name, last_name, city } = { ...victim, ...facts };
      await database
        .updateTable('member')
        .set({ ...facts, ...nameColumns({ first_name, last_name, city }) })
        .where('id', '=', victim.id)
        .execute();
    };
    const asItIs = await askEach(questions);
    await set(otherwise);
    const other = await askEach(questions);
    const { last_name, birth_date, zip, is_wheelchair } = victim;
    await set({ last_name, birth_date, zip, is_wheelchair });
    expect(other).toEqual(asItIs);
    expect(JSON.stringify(asItIs)).toContain(victim.id);
  }

  it('their last name, letter by letter, by search, by a board, or by the order of a list', async () => {
    const parts = letters.flatMap((letter) => [letter, `b${letter}`, `br${letter}`, `${letter}n`]);
    const otherParts = [
      'renna',
      'ennan',
      'brenna',
      'bronson',
      'ronso',
      'nson',
      'bren nan',
      'b%',
      '_',
    ];
    await compare({ last_name: 'Bronson' }, [
      ...[...parts, ...otherParts].flatMap((part) => {
        const name = `Quentin ${part}`;
        const isWhole = ['brennan', 'bronson'].includes(part);
        return isWhole
          ? []
          : [
              async () => await search({ name, city: town }),
              async () => await get('/leaderboard', { sport: 'padel', search: name }),
            ];
      }),
      async () => await search({ city: town, sort: 'name' }),
      async () => await search({ city: town, sort: 'name', limit: '7' }),
      async () => await search({ name: 'Quentin', limit: '3' }),
    ]);
  });

  it('their age, by any bounds except those of an age division', async () => {
    const ages = Array.from({ length: 90 }, (_, index) => String(16 + index));
    await compare({ birth_date: '1982-01-09' }, [
      async () => await search({ city: town, minAge: '35' }),
      ...ages.flatMap((age) => [
        async () => await search({ city: town, age }),
        async () => await search({ city: town, minAge: '35', maxAge: age }),
        async () => await search({ city: town, minAge: '16', maxAge: age }),
      ]),
    ]);
  });

  it('their postal code, or whether they play in a wheelchair', async () => {
    const zips = ['78704', '78705', '10001', '7', '787'];
    await compare({ zip: '10001', is_wheelchair: true }, [
      async () => await search({ city: town }),
      ...zips.map((zip) => async () => await search({ city: town, zip })),
      ...['true', 'false'].map(
        (isWheelchair) => async () => await search({ city: town, isWheelchair }),
      ),
      async () => await get('/partner/member', { memberId: victim.id }),
      async () => await get('/partner/members', { ids: victim.id }),
    ]);
  });

  it('anything about a single player by filters next to memberId', async () => {
    for (const filter of [
      { name: 'Quentin' },
      { zip: '78704' },
      { minAge: '35' },
      { city: town },
    ]) {
      expect(await search({ memberId: victim.id, ...filter })).toMatchObject({
        status: 400,
        errors: [{ pointer: '/query/memberId', code: 'not_with_filters' }],
      });
    }
  });

  it('whether there are children in a town', async () => {
    const location = 'Childhood';
    const birthYear = new Date().getUTCFullYear() - 12;
    const questions = () => [
      search({ city: location }),
      search({ city: location, minAge: '12', maxAge: '13' }),
      search({ city: location, maxAge: '15' }),
      search({ city: location, sport: 'padel', sort: 'rating' }),
      get('/leaderboard', { sport: 'padel', scope: 'city', country: 'US', city: location }),
    ];
    const empty = await Promise.all(questions());
    const child = await insertStranger({ birth_date: `${birthYear}-01-31`, city: location });
    expect(await Promise.all(questions())).toEqual(empty);
    expect(await get('/partner/members', { ids: child.id })).toEqual({ status: 200 });
    expect(await get('/partner/member', { memberId: child.id })).toMatchObject({ status: 404 });
  });

  it('which of many email addresses have an account, by dry runs of imports', async () => {
    const members = await opened.database
      .selectFrom('member')
      .select(sql<string>`email`.as('email'))
      .where('email', 'is not', null)
      .limit(20)
      .execute();
    const addresses = members.map(({ email }) => email);
    const tried = addresses.flatMap((email, index) => [email, `nobody.${index}@example.com`]);
    const participants = tried.map((email) => ({ firstName: 'Zzyzx', lastName: 'Qwfp', email }));
    const guesses = await guessesOf(await dryRun(service, participants));
    expect(guesses).toHaveLength(tried.length);
    const { pointers: _, ...same } = guesses[1] ?? {};
    for (const { pointers: __, ...guess } of guesses) expect(guess).toEqual(same);
    expect(same).toMatchObject({ id: null, memberId: null, isNew: true });
  });

  it('whose an email address is, by a participant with many common names', async () => {
    const named = { first_name: 'Quentin', last_name: 'Brennan', email: 'q.b@example.com' };
    await insertStranger(named);
    const firstName = 'Emma Olivia Quentin Noah Liam Mia Lucas Lena';
    const lastName = 'Smith Jones Brennan Garcia Lopez Novak Weber Rossi';
    const guess = async (email: string) =>
      await guessesOf(await dryRun(service, [{ firstName, lastName, email }]));
    expect(await guess('q.b@example.com')).toEqual(await guess('nobody@example.com'));
  });

  it('more than the addresses of an hour, in any number of imports', async () => {
    const limited = await openLimited(10);
    const named = (from: number) =>
      Array.from({ length: 6 }, (_, index) => {
        return { firstName: 'A', lastName: 'B', email: `${from + index}@example.com` };
      });
    expect((await dryRun(limited, named(0))).status).toBe(200);
    const refused = await dryRun(limited, named(6));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  it('more than the names of an hour for one address, because each is a guess at its owner', async () => {
    const limited = await openLimited(99);
    const named = (from: number, length: number) =>
      Array.from({ length }, (_, index) => {
        return { firstName: 'A', lastName: `B${from + index}`, email: 'one@example.com' };
      });
    expect((await dryRun(limited, named(0, 99))).status).toBe(200);
    expect((await dryRun(limited, named(99, 1))).status).toBe(429);
  });
});

async function openLimited(limit: number): Promise<TestService> {
  return await startTestService({
    database: await createTestDatabase('postgres'),
    environment: { IMPORT_EMAIL_LIMIT: String(limit) },
  });
}

/** Does a dry run of an import in which each of these plays a match. */
async function dryRun(
  { baseUrl, dependencies, partner }: TestService,
  participants: readonly Schemas.Participant[],
): Promise<Response> {
  const scopes = ['key:tournament:import'];
  const { apiKey } = await createKey(dependencies, { clientId: partner.clientId, scopes });
  return await fetch(`${baseUrl}/partner/tournament-import`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      tournament: { name: 'Open' },
      sport: 'padel',
      winScore: 11,
      winBy: 2,
      dryRun: true,
      matches: participants.map((participant, index) => ({
        identifier: `match-${index}`,
        teams: [[participant], [{ firstName: 'Opponent', lastName: 'Dvorak' }]],
        games: [{ scores: [11, 5] }],
      })),
    }),
  });
}

/** Returns which players the dry run found for the participants, without their opponent. */
async function guessesOf(response: Response): Promise<Schemas.ParticipantMatch[]> {
  expect(response.status).toBe(200);
  const { participants } = (await response.json()) as Schemas.TournamentImportResult;
  return participants.filter(({ lastName }) => lastName !== 'Dvorak');
}
