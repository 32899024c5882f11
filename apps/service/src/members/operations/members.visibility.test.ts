import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccessToken } from '../../testing/builders.ts';
import { openSharedService, type SharedTestService } from '../../testing/test-service.ts';
import { naiveCard, naiveCardOnBoard, naiveMember } from '../testing/naive-member.ts';
import { ask, now } from '../testing/seen-players.ts';
import {
  insertSightPlayers,
  profile,
  type SightPlayer,
  sightCases,
} from '../testing/sight-cases.ts';

describe('the visible part of', () => {
  const players: SightPlayer[] = [];
  let service: SharedTestService;

  beforeAll(async () => {
    service = await openSharedService('postgres', { clock: () => now });
    players.push(...(await insertSightPlayers(service.database)));
  });

  afterAll(() => service.stop());

  it('each player is the same, regardless of the others in the request', async () => {
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
        const token = await insertAccessToken(service.database, connectionId, tokenScopes);
        const { body } = await ask<Schemas.Member>(url, { authorization: `Bearer ${token}` });
        expect(body).toEqual(naiveMember({ ...sight, tokenScopes }));
      };
      return [byKey(), byToken()];
    });
    expect(questions.length).toBeGreaterThan(30);
    await Promise.all(questions);
  });

  const cases = sightCases.map(({ title, connection }, index) => {
    const isLive = connection !== null && !connection.revoked;
    const withKey = () => ({ 'x-api-key': service.partner.apiKey });
    const player = (): SightPlayer => {
      const found = players[index];
      if (found === undefined) throw new Error('The player is missing.');
      return found;
    };

    /** All references to the player. */
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

    return { title, index, connection, isLive, withKey, player, references, askAll };
  });

  testRows(cases)(
    'by members.get: what they granted, or the public card, or nobody',
    async ({ withKey, player, askAll }) => {
      const expected = naiveMember(player().sight);
      for (const { status, body } of await askAll('/partner/member', withKey())) {
        if (expected === null) expect([status, body.code]).toEqual([404, 'not_found']);
        else expect([status, body]).toEqual([200, expected]);
      }
    },
  );

  testRows(cases)(
    "by members.get with an access token: the token's part of it, or 401",
    async ({ isLive, player }) => {
      const { connectionId, sight } = player();
      if (connectionId === null) return;
      for (const tokenScopes of [sight.connection?.scopes ?? [], [profile]]) {
        const token = await insertAccessToken(service.database, connectionId, tokenScopes);
        const withToken = { authorization: `Bearer ${token}` };
        const url = `${service.baseUrl}/partner/member`;
        const { status, body } = await ask<Schemas.Member>(url, withToken);
        if (isLive) expect([status, body]).toEqual([200, naiveMember({ ...sight, tokenScopes })]);
        else expect([status, body.code]).toEqual([401, 'unauthenticated']);
      }
    },
  );

  testRows(cases)(
    'by members.listRatingHistory: what they granted, or that they are not connected, or nobody',
    async ({ isLive, withKey, player, askAll, connection }) => {
      const isGranted = isLive && connection?.scopes.includes('user:rating:history');
      const notConnected = isLive ? 'insufficient_scope' : 'not_connected';
      const isNobody = naiveMember(player().sight) === null;
      for (const { status, body } of await askAll('/partner/member/rating-history', withKey())) {
        if (isGranted) expect(status).toBe(200);
        else if (isNobody) expect([status, body.code]).toEqual([404, 'not_found']);
        else expect([status, body.code]).toEqual([403, notConnected]);
      }
    },
  );

  testRows(cases)(
    'by members.getBulk: what they granted, or the public card, or nothing',
    async ({ withKey, player, references }) => {
      const expected = naiveMember(player().sight);
      const url = `${service.baseUrl}/partner/members?ids=${references().join(',')}`;
      const { status, body } = await ask<Schemas.Member[]>(url, withKey());
      expect(status).toBe(200);
      expect(body).toEqual(expected === null ? [] : references().map(() => expected));
    },
  );

  testRows(cases)('by members.search: the public card, or nothing', async ({ withKey, player }) => {
    const card = naiveCard(player().sight);
    const url = `${service.baseUrl}/partner/search?name=${player().member.last_name}`;
    const { status, body } = await ask<Schemas.MemberSearchPage>(url, withKey());
    expect([status, body.players]).toEqual([200, card === null ? [] : [card]]);
  });

  testRows(cases)(
    'by members.search in a sport: nothing if the ratings are hidden',
    async ({ withKey, player }) => {
      const card = naiveCard({ ...player().sight, sports: ['padel'] });
      const query = `name=${player().member.last_name}&sport=padel&sort=rating`;
      const url = `${service.baseUrl}/partner/search?${query}`;
      const { body } = await ask<Schemas.MemberSearchPage>(url, withKey());
      expect(body.players).toEqual(card?.sport === undefined ? [] : [card]);
    },
  );

  testRows(cases)(
    'by leaderboard.list: the public card with the rating of the board, or nothing',
    async ({ withKey, player }) => {
      const card = naiveCardOnBoard(player().sight);
      const query = `sport=pickleball&search=${player().member.last_name}`;
      const url = `${service.baseUrl}/leaderboard?${query}`;
      const { status, body } = await ask<Schemas.Leaderboard>(url, withKey());
      expect(status).toBe(200);
      const entries = body.players.map(({ rank: _, ...entry }) => entry);
      const { sport: _, ...shown } = card ?? {};
      const numbers = { R: 4.231, reliability: 0.77, games: 50 };
      expect(entries).toEqual(card === null ? [] : [{ ...shown, ...numbers }]);
    },
  );

  testRows(cases)(
    'by leaderboard.rank: their place on the board, or not on it, or nobody',
    async ({ withKey, player }) => {
      const { sight, member } = player();
      const response = await fetch(`${service.baseUrl}/leaderboard/rank`, {
        method: 'POST',
        headers: { ...withKey(), 'content-type': 'application/json' },
        body: JSON.stringify({ memberId: member.id, sport: 'pickleball' }),
      });
      const body = (await response.json()) as Schemas.PlayerRank & Schemas.Problem;
      const isOnBoard = naiveCardOnBoard(sight) !== null;
      if (isOnBoard) expect(body.player).toMatchObject({ id: member.id });
      else expect(response.status).toBe(404);
      if (naiveMember(sight) === null) {
        expect(body.detail).toBe(`There is no member ${member.id}.`);
      }
    },
  );

  it('a board has the total and ranks of the players who are visible on it', async () => {
    const url = `${service.baseUrl}/leaderboard?sport=pickleball&limit=100`;
    const { body } = await ask<Schemas.Leaderboard>(url, {
      'x-api-key': service.partner.apiKey,
    });
    const seen = players.filter(({ sight }) => naiveCardOnBoard(sight) !== null);
    expect(body.total).toBe(seen.length);
    expect(body.players.map(({ id }) => id).toSorted()).toEqual(
      seen.map(({ member }) => member.id).toSorted(),
    );
    expect(new Set(body.players.map(({ rank }) => rank))).toEqual(new Set([1]));
  });
});
