import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { insertGhost } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { confirmResult, denyResult, disputeResult } from '../answer-result.ts';
import { mergeGhost } from '../claims/merge-ghost.ts';
import { batchOf, matchOf } from '../testing/batches.ts';
import { openReader } from '../testing/open-reader.ts';
import { insertClubKey } from '../testing/post-batch.ts';
import { anotherClub } from '../testing/reports.ts';
import { handle } from '../testing/story.ts';
import { voidPlayed } from '../testing/voids.ts';

/** Opens the club with five matches in no order, two of them on one day. Sofia agreed to none. */
async function openSeason(kind: DatabaseKind) {
  const reader = await openReader(kind);
  const { club, mike, priya, daniel, sofia, ask } = reader;
  await reader.setScopes(sofia.id, ['user:profile:read']);
  const on = (day: string, rest: Partial<Schemas.MatchInput> = {}) => ({
    ...rest,
    matchDate: `2026-09-${day}:00:00Z`,
  });
  const { matches } = await handle(
    club,
    batchOf([
      matchOf('third', [[mike], [daniel]], on('03T09')),
      matchOf('first', [[mike], [priya]], on('01T23')),
      matchOf('fifth', [[daniel], [sofia]], on('05T00')),
      matchOf('fourth', [[mike], [sofia]], on('03T09')),
      matchOf('second', [[priya], [sofia]], on('02T00')),
    ]),
  );
  const ids = new Map(matches.map(({ identifier, id }) => [identifier, id ?? '']));
  const idOf = (identifier: string) => ids.get(identifier) ?? '';
  const list = async (query: Record<string, string> = {}) =>
    await ask<Schemas.MatchesPage>(`/partner/matches?${new URLSearchParams(query)}`);
  const listed = async (query: Record<string, string> = {}) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    return body.matches.map(({ identifier }) => identifier);
  };
  return { ...reader, idOf, list, listed };
}

const everything = ['fifth', 'fourth', 'third', 'second', 'first'];

describe.each(databases)('GET /partner/matches on %s', (kind) => {
  describe('200', () => {
    it('lists the last played match first, and within one moment the last rated, each as in matches.get', async () => {
      const { list, ask } = await openSeason(kind);
      const { body } = await list();
      expect(body.matches.map(({ identifier }) => identifier)).toEqual(everything);
      expect(body.nextCursor).toBeNull();
      for (const match of body.matches) {
        expect((await ask(`/partner/matches/${match.id}`)).body).toEqual(match);
      }
    });

    it('reads every page of a query without missing or repeating a match', async () => {
      const { list, listed, sofia } = await openSeason(kind);
      const queries: Record<string, string>[] = [
        { limit: '2' },
        { limit: '1', status: 'rated' },
        { limit: '1', memberId: sofia.id },
        { limit: '2', from: '2026-09-02', to: '2026-09-03' },
      ];
      await checkRows(queries, async ({ limit, ...whole }: Record<string, string>) => {
        const paged: (string | undefined)[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page: Record<string, string> = cursor === '' ? {} : { cursor };
          const { body }: Awaited<ReturnType<typeof list>> = await list({
            ...{ ...whole, ...page, limit: `${limit}` },
          });
          expect(body.matches.length).toBeLessThanOrEqual(Number(limit));
          paged.push(...body.matches.map(({ identifier }) => identifier));
          cursor = body.nextCursor;
        }
        expect(paged).toEqual(await listed(whole));
        expect(paged.length).toBeGreaterThan(1);
      });
    });

    it('keeps its pages when an earlier or a later match arrives in between', async () => {
      const { club, mike, priya, list, listed } = await openSeason(kind);
      const { body } = await list({ limit: '2' });
      const added = ['2026-09-12T15:00:00Z', '2026-09-02T12:00:00Z'].map((matchDate) =>
        matchOf(matchDate, [[mike], [priya]], { matchDate }),
      );
      await handle(club, batchOf(added));
      const rest = await listed({ cursor: body.nextCursor ?? '' });
      expect(rest).toEqual(['third', '2026-09-02T12:00:00Z', 'second', 'first']);
    });

    it('finds the only match of an identifier', async () => {
      const { listed, mike, sofia } = await openSeason(kind);
      expect(await listed({ identifier: 'fourth' })).toEqual(['fourth']);
      expect(await listed({ identifier: 'fourth', memberId: mike.id })).toEqual(['fourth']);
      expect(await listed({ identifier: 'third', memberId: sofia.id })).toEqual([]);
      expect(await listed({ identifier: 'Fourth' })).toEqual([]);
    });

    it('finds the matches of a player by either reference, and under the name of a ghost they claimed', async () => {
      const { club, database, daniel, mike, listed } = await openSeason(kind);
      const { applicationId } = club.submitter;
      const ghost = await insertGhost(database, applicationId, { last_name: 'Ghost' });
      const asGhost = matchOf('as-ghost', [[mike], [ghost]], { matchDate: '2026-09-04T12:00:00Z' });
      await handle(club, batchOf([asGhost]));
      expect(await listed({ memberId: ghost.id })).toEqual(['as-ghost']);
      await mergeGhost(club.dependencies, { ghost: ghost.id, member: daniel.id });
      for (const reference of [daniel.id, String(daniel.member_number), ghost.id]) {
        expect(await listed({ memberId: reference })).toEqual(['fifth', 'as-ghost', 'third']);
      }
    });

    it('finds nothing of an unconnected player who opted out', async () => {
      const { database, sofia, list } = await openSeason(kind);
      expect((await list({ memberId: sofia.id })).body.matches).toHaveLength(3);
      const members = database.updateTable('member').set({ wants_discovery: false });
      await members.where('id', '=', sofia.id).execute();
      expect((await list({ memberId: sofia.id })).body.matches).toHaveLength(3);
      const connections = database.updateTable('connection').set({ revoked_at: new Date() });
      await connections.where('member_id', '=', sofia.id).execute();
      const nothing = { status: 200, body: { matches: [], nextCursor: null } };
      expect(await list({ memberId: sofia.id })).toEqual(nothing);
      expect(await list({ memberId: '99999999' })).toEqual(nothing);
    });

    it('filters by days, including the first and the last', async () => {
      const { listed } = await openSeason(kind);
      expect(await listed({ from: '2026-09-03' })).toEqual(['fifth', 'fourth', 'third']);
      expect(await listed({ to: '2026-09-01' })).toEqual(['first']);
      const days = { from: '2026-09-02', to: '2026-09-03' };
      expect(await listed(days)).toEqual(['fourth', 'third', 'second']);
      expect(await listed({ from: '0000-01-01', to: '9999-12-31' })).toEqual(everything);
      expect(await listed({ to: '0000-01-01' })).toEqual([]);
    });

    it('lists by current status', async () => {
      const { club, sofia, mike, idOf, list, listed } = await openSeason(kind);
      const say = (memberId: string, identifier: string) =>
        [club.dependencies, { memberId, matchId: idOf(identifier) }] as const;
      expect(await listed({ status: 'unconfirmed' })).toEqual(['fifth', 'fourth', 'second']);
      expect(await listed({ status: 'rated' })).toEqual(['third', 'first']);
      expect(await listed({ status: 'disputed' })).toEqual([]);

      await denyResult(...say(sofia.id, 'second'));
      await confirmResult(...say(sofia.id, 'fourth'));
      await denyResult(...say(sofia.id, 'fifth'));
      await confirmResult(...say(sofia.id, 'fifth'));
      await disputeResult(...say(mike.id, 'third'));
      expect(await listed({ status: 'disputed' })).toEqual(['third', 'second']);
      expect(await listed({ status: 'unconfirmed' })).toEqual([]);
      expect(await listed({ status: 'rated' })).toEqual(['fifth', 'fourth', 'first']);

      await voidPlayed(club, idOf('third'));
      expect(await listed({ status: 'disputed' })).toEqual(['second']);
      expect(await listed({ status: 'voided' })).toEqual(['third']);
      expect(await listed({ status: 'voided', memberId: sofia.id })).toEqual([]);
      for (const status of ['rated', 'unconfirmed', 'disputed', 'voided']) {
        for (const match of (await list({ status })).body.matches) {
          expect(match.status).toBe(status);
        }
      }
    });

    it('lists nothing of another application, and refuses its cursors with 400', async () => {
      const { club, ask, list, listed } = await openSeason(kind);
      const credential = { 'x-api-key': await insertClubKey(await anotherClub(club)) };
      for (const query of ['', '?identifier=first', `?memberId=${club.players[0]?.id}`]) {
        const { body } = await ask(`/partner/matches${query}`, credential);
        expect(body).toEqual({ matches: [], nextCursor: null });
      }
      expect(await listed()).toEqual(everything);
      const { nextCursor } = (await list({ limit: '1' })).body;
      expect(await ask(`/partner/matches?cursor=${nextCursor}`, credential)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/cursor', code: 'invalid_cursor' }] },
      });
    });
  });

  it('400 for an invalid parameter', async () => {
    const { list } = await openSeason(kind);
    const rows: [string, Record<string, string>][] = [
      ['limit', { limit: '101' }],
      ['status', { status: 'projected' }],
      ['from', { from: '2026-02-30' }],
      ['to', { from: '2026-09-02', to: '2026-09-01' }],
      ['cursor', { cursor: 'nonsense' }],
    ];
    await checkRows(rows, async (parameter: string, query: Record<string, string>) => {
      expect(await list(query)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: `/query/${parameter}` }] },
      });
    });
  });
});
