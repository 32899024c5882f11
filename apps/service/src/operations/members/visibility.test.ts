import type { Schemas } from '@partner-rating/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { naiveCard, naiveMember, type Sight } from '../../members/testing/naive-member.ts';
import {
  ask,
  insertKnownMember,
  insertRatings,
  insertSeenConnection,
  now,
} from '../../members/testing/seen-players.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { insertAccessToken } from '../../testing/builders.ts';
import { type OpenTestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { openTestService } from '../../testing/test-service.ts';

const profile = 'user:profile:read';
const everything = [
  profile,
  'user:profile:email',
  'user:rating:read',
  'user:rating:history',
  'user:match:submit',
  'user:webhook:subscribe',
];

const connections: Record<string, Sight['connection']> = {
  'not connected': null,
  'connected once': { scopes: everything, revoked: true },
  'connected with the profile': { scopes: [profile], revoked: false },
  'connected with the email': { scopes: [profile, 'user:profile:email'], revoked: false },
  'connected with the ratings': { scopes: [profile, 'user:rating:read'], revoked: false },
  'connected with what shows nothing': {
    scopes: [profile, 'user:rating:history', 'user:match:submit', 'user:webhook:subscribe'],
    revoked: false,
  },
  'connected with everything': { scopes: everything, revoked: false },
};

// As the database's clock has it, which decides when a member is written.
const fifteenYearsAgo = `${new Date().getUTCFullYear() - 15}-12-31`;

const ages: Record<string, string | null> = {
  'under 16': fifteenYearsAgo,
  '16 or over': '1986-04-30',
  'of unknown age': null,
};

const cases = Object.entries(connections).flatMap(([connected, connection]) =>
  [true, false].flatMap((isWanted) =>
    Object.entries(ages).map(([age, birthDate]) => ({
      title: `a player ${age}, ${connected}${isWanted ? '' : ', opted out'}`,
      connection,
      isWanted,
      birthDate,
    })),
  ),
);

/** One of the cases, as it stands in the database. */
interface Player {
  sight: Sight;
  member: MemberRow;
  /** A ghost that turned out to be this player. */
  alias: MemberRow;
  connectionId: string | null;
}

/** A name that no other holds. */
function lastNameOf(index: number): string {
  const [tens, ones] = [Math.floor(index / 10), index % 10].map((digit) => 'abcdefghij'[digit]);
  return `Brennan${tens}${ones}x`;
}

describe('what is seen of', () => {
  const players: Player[] = [];
  let opened: OpenTestDatabase;
  let service: Awaited<ReturnType<typeof openTestService>>;

  beforeAll(async () => {
    opened = await openTestDatabase('postgres');
    service = await openTestService({ database: opened.database, clock: () => now });
    for (const [index, row] of cases.entries()) players.push(await insertPlayer(index, row));
  });

  afterAll(async () => {
    await service.stop();
    await opened.close();
  });

  async function insertPlayer(
    index: number,
    { connection, isWanted, birthDate }: (typeof cases)[number],
  ): Promise<Player> {
    const { database } = opened;
    const { id: applicationId } = await database
      .selectFrom('application')
      .select('id')
      .executeTakeFirstOrThrow();
    const member = await insertKnownMember(database, {
      wants_discovery: isWanted,
      birth_date: birthDate,
      last_name: lastNameOf(index),
    });
    const alias = await insertKnownMember(database, { is_ghost: true, merged_into: member.id });
    const ratings = await insertRatings(
      database,
      member.id,
      [
        { sport: 'pickleball', bracket: 'overall-open', rating: 4.231 },
        { sport: 'pickleball', bracket: 'gender-open', rating: 4.3 },
        { sport: 'padel', bracket: 'overall-open', rating: 3.512 },
      ].map((row) => ({ ...row, reliability: 0.77, games: 50 })),
    );
    const sight: Sight = { member, ratings, connection, sports: null, now };
    const connectionId =
      connection === null
        ? null
        : await insertSeenConnection(database, applicationId, member.id, connection);
    return { sight, member, alias, connectionId };
  }

  it('everybody is the same, whichever others are asked for at the same time', async () => {
    const url = `${service.baseUrl}/partner/member`;
    const questions = players.flatMap(({ sight, member, connectionId }) => {
      if (connectionId === null || naiveMember(sight)?.status.isConnected !== true) return [];
      const tokenScopes = [profile];
      const byKey = async () => {
        const withKey = { 'x-api-key': service.partner.apiKey };
        const { body } = await ask<Schemas.Member>(
          `${url}?memberId=${member.id}&sport=padel`,
          withKey,
        );
        expect(body).toEqual(naiveMember({ ...sight, sports: ['padel'] }));
      };
      const byToken = async () => {
        const token = await insertAccessToken(opened.database, connectionId, tokenScopes);
        const { body } = await ask<Schemas.Member>(url, { authorization: `Bearer ${token}` });
        expect(body).toEqual(naiveMember({ ...sight, tokenScopes }));
      };
      return [byKey(), byToken()];
    });
    expect(questions.length).toBeGreaterThan(30);
    await Promise.all(questions);
  });

  describe.each(cases.map((row, index) => ({ ...row, index })))(
    '$title',
    ({ index, connection }) => {
      const isLive = connection !== null && !connection.revoked;
      const withKey = () => ({ 'x-api-key': service.partner.apiKey });
      const player = (): Player => {
        const found = players[index];
        if (found === undefined) throw new Error('The player is missing.');
        return found;
      };

      /** Every way to name the player. */
      const references = () => {
        const { member, alias } = player();
        return [member.id, member.member_number, alias.id, alias.member_number].map(String);
      };

      const askAll = async (path: string, credential: Record<string, string>) =>
        await Promise.all(
          references().map((reference) =>
            ask<Schemas.Member>(`${service.baseUrl}${path}?memberId=${reference}`, credential),
          ),
        );

      it('by members.get: what they granted, or the public card, or nobody', async () => {
        const expected = naiveMember(player().sight);
        for (const { status, body } of await askAll('/partner/member', withKey())) {
          if (expected === null) expect([status, body.code]).toEqual([404, 'not_found']);
          else expect([status, body]).toEqual([200, expected]);
        }
      });

      it(`by members.get with an access token: ${isLive ? "the token's part of it" : '401'}`, async () => {
        const { connectionId, sight } = player();
        if (connectionId === null) return;
        for (const tokenScopes of [sight.connection?.scopes ?? [], [profile]]) {
          const token = await insertAccessToken(opened.database, connectionId, tokenScopes);
          const withToken = { authorization: `Bearer ${token}` };
          const url = `${service.baseUrl}/partner/member`;
          const { status, body } = await ask<Schemas.Member>(url, withToken);
          if (isLive) expect([status, body]).toEqual([200, naiveMember({ ...sight, tokenScopes })]);
          else expect([status, body.code]).toEqual([401, 'unauthenticated']);
        }
      });

      it('by members.listRatingHistory: what they granted, or that they are not connected, or nobody', async () => {
        const isGranted = isLive && connection.scopes.includes('user:rating:history');
        const notConnected = isLive ? 'insufficient_scope' : 'not_connected';
        const isNobody = naiveMember(player().sight) === null;
        for (const { status, body } of await askAll('/partner/member/rating-history', withKey())) {
          if (isGranted) expect(status).toBe(200);
          else if (isNobody) expect([status, body.code]).toEqual([404, 'not_found']);
          else expect([status, body.code]).toEqual([403, notConnected]);
        }
      });

      it('by members.getBulk: what they granted, or the public card, or nothing', async () => {
        const expected = naiveMember(player().sight);
        const url = `${service.baseUrl}/partner/members?ids=${references().join(',')}`;
        const { status, body } = await ask<Schemas.Member[]>(url, withKey());
        expect(status).toBe(200);
        expect(body).toEqual(expected === null ? [] : references().map(() => expected));
      });

      it('by members.search: the public card, or nothing', async () => {
        const card = naiveCard(player().sight);
        const url = `${service.baseUrl}/partner/search?name=${player().member.last_name}`;
        const { status, body } = await ask<Schemas.MemberSearchPage>(url, withKey());
        expect([status, body.players]).toEqual([200, card === null ? [] : [card]]);
      });

      it('by members.search in a sport: nothing where the ratings are hidden', async () => {
        const card = naiveCard({ ...player().sight, sports: ['padel'] });
        const query = `name=${player().member.last_name}&sport=padel&sort=rating`;
        const url = `${service.baseUrl}/partner/search?${query}`;
        const { body } = await ask<Schemas.MemberSearchPage>(url, withKey());
        expect(body.players).toEqual(card?.sport === undefined ? [] : [card]);
      });

      it('by leaderboard.list: the public card with the rating of the board, or nothing', async () => {
        const card = naiveCard(player().sight);
        const query = `sport=pickleball&search=${player().member.last_name}`;
        const url = `${service.baseUrl}/leaderboard?${query}`;
        const { status, body } = await ask<Schemas.Leaderboard>(url, withKey());
        expect(status).toBe(200);
        const entries = body.players.map(({ rank: _, ...entry }) => entry);
        const { sport, ...shown } = card ?? {};
        const numbers = { R: 4.231, reliability: 0.77, games: 50 };
        expect(entries).toEqual(sport === undefined ? [] : [{ ...shown, ...numbers }]);
      });

      it('by leaderboard.rank: their place on the board, or not on it, or nobody', async () => {
        const { sight, member } = player();
        const response = await fetch(`${service.baseUrl}/leaderboard/rank`, {
          method: 'POST',
          headers: { ...withKey(), 'content-type': 'application/json' },
          body: JSON.stringify({ memberId: member.id, sport: 'pickleball' }),
        });
        const body = (await response.json()) as Schemas.PlayerRank & Schemas.Problem;
        const card = naiveCard(sight);
        if (card?.sport !== undefined) expect(body.player).toMatchObject({ id: member.id });
        else expect(response.status).toBe(404);
        if (naiveMember(sight) === null) {
          expect(body.detail).toBe(`No member is called ${member.id}.`);
        }
      });

      it('by nothing without a credential: 401', async () => {
        const paths = ['/partner/member', '/partner/members', '/partner/search', '/leaderboard'];
        for (const path of paths) {
          const { status } = await ask(
            `${service.baseUrl}${path}?memberId=${player().member.id}`,
            {},
          );
          expect(status).toBe(401);
        }
      });
    },
  );

  it('a board: its total and ranks are those of the players who are seen on it', async () => {
    const url = `${service.baseUrl}/leaderboard?sport=pickleball&limit=100`;
    const { body } = await ask<Schemas.Leaderboard>(url, {
      'x-api-key': service.partner.apiKey,
    });
    const seen = players.filter(({ sight }) => naiveCard(sight)?.sport !== undefined);
    expect(body.total).toBe(seen.length);
    expect(body.players.map(({ id }) => id).toSorted()).toEqual(
      seen.map(({ member }) => member.id).toSorted(),
    );
    expect(new Set(body.players.map(({ rank }) => rank))).toEqual(new Set([1]));
  });
});
