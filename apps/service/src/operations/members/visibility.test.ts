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

const cases = Object.entries(connections).flatMap(([connected, connection]) =>
  [true, false].flatMap((isDiscoverable) =>
    [false, true].map((isGhost) => ({
      title: `${isGhost ? 'a ghost' : 'a member'}, ${connected}${isDiscoverable ? '' : ', opted out'}`,
      connection,
      isDiscoverable,
      isGhost,
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
    { connection, isDiscoverable, isGhost }: (typeof cases)[number],
  ): Promise<Player> {
    const { database } = opened;
    const { id: applicationId } = await database
      .selectFrom('application')
      .select('id')
      .executeTakeFirstOrThrow();
    const member = await insertKnownMember(database, {
      is_discoverable: isDiscoverable,
      is_ghost: isGhost,
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

      it(`by members.get: ${isLive ? 'what they granted' : '403 not_connected'}`, async () => {
        for (const reference of references()) {
          const url = `${service.baseUrl}/partner/member?memberId=${reference}`;
          const { status, body } = await ask<Schemas.Member>(url, withKey());
          if (isLive) expect([status, body]).toEqual([200, naiveMember(player().sight)]);
          else expect([status, body.code]).toEqual([403, 'not_connected']);
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

      it('by leaderboard.list: the public card with the rating of the board, or nothing', async () => {
        const card = naiveCard(player().sight);
        const query = `sport=pickleball&search=${player().member.last_name}`;
        const url = `${service.baseUrl}/leaderboard?${query}`;
        const { status, body } = await ask<Schemas.Leaderboard>(url, withKey());
        expect(status).toBe(200);
        const entries = body.players.map(({ rank: _, ...entry }) => entry);
        const { sport: __, ...shown } = card ?? {};
        const numbers = { R: 4.231, reliability: 0.77, games: 50 };
        expect(entries).toEqual(card === null ? [] : [{ ...shown, ...numbers }]);
      });
    },
  );
});
