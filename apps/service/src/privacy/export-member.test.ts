import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectFlow } from '../connect/testing/connect-flow.ts';
import { lockAccess, unlockAccess } from '../console/operations/member-access.ts';
import { changeDiscovery } from '../members/change-discovery.ts';
import { databases } from '../testing/test-database.ts';
import { openWebhookReceiver } from '../testing/webhook-receiver.ts';
import type { MemberExport } from './domain/member-export.ts';
import { exportMember } from './export-member.ts';
import { liveLife, zaphira } from './testing/lived-life.ts';

describe.each(databases)('the export of a member on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  let life: Awaited<ReturnType<typeof liveLife>>;
  let written: string;
  let exported: MemberExport;
  const write = async (memberId: string) => {
    const parts = await exportMember(flow().dependencies, memberId);
    return parts === null ? null : await text(Readable.from(parts));
  };

  const parse = async (memberId: string) =>
    JSON.parse((await write(memberId)) ?? '') as MemberExport;

  beforeAll(async () => {
    const receiver = await openWebhookReceiver();
    life = await liveLife(flow(), receiver);
    written = (await write(life.player.memberId)) ?? '';
    exported = JSON.parse(written);
    return async () => await receiver.close();
  });

  it('has all data of the profile, and of claimed ghosts', () => {
    const { firstName, lastName, email, birthDate, gender, city, state, zip, country } = zaphira;
    expect(exported.profile).toMatchObject({
      ...{ firstName, lastName, email, birthDate, gender, city, state, zip, country },
      id: life.player.memberId,
      memberId: life.player.memberNumber,
      isDiscoverable: true,
      claimedGhosts: [{ id: life.ghostId, firstName: 'Ziffy', birthYear: 1979, city }],
    });
  });

  it('has how they log in, their browsers, and their connections, but no token', () => {
    expect(exported.account).toMatchObject({
      emailProvenAt: null,
      secondFactor: { enabledAt: '2026-09-12T12:00:00.000Z', recoveryCodesLeft: 10 },
    });
    expect(exported.account?.sessions).toHaveLength(2);
    expect(exported.connections).toMatchObject([
      {
        ...{ application: { clientId: 'courtside-club', name: 'Courtside Club' }, endedAt: null },
        scopes: expect.arrayContaining(['user:match:submit']),
      },
    ]);
    expect(exported.rememberedBrowsers).toContainEqual({
      firstLoggedInAt: '2026-09-12T12:00:00.000Z',
      rememberedUntil: '2027-10-17T12:00:00.000Z',
    });
  });

  it('has the address of the page that they share, if there is one', async () => {
    const { memberId } = life.player;
    const { database, dependencies } = flow();
    expect(exported.sharedPage).toBeNull();
    const created_at = new Date('2026-09-12T12:00:00Z');
    const choice = { items: ['rating'], is_listed: true };
    const page = { member_id: memberId, address: 'their-own', ...choice, created_at };
    await database.insertInto('shared_page').values(page).execute();
    const { sharedPage } = await parse(memberId);
    expect(sharedPage).toEqual({
      address: `${dependencies.publicUrl}/players/their-own`,
      sharedAt: '2026-09-12T12:00:00.000Z',
      items: ['rating'],
      isListed: true,
    });
    expect(await write(flow().otherPlayer.memberId)).not.toContain('their-own');
  });

  it('has ratings, history, and matches, with the reporting application and whether they count', () => {
    expect(exported.ratings.map(({ bracket }) => bracket)).toContain('overall-open');
    expect(exported.ratingHistory.length).toBeGreaterThan(1);
    expect(exported.ratingHistory[0]).toHaveProperty('previousRating');
    expect(exported.matches[0]).toMatchObject({
      reportedBy: { clientId: 'courtside-club' },
      sport: 'pickleball',
      teams: [
        [{ displayName: 'Zaphira Q.', isYou: true }],
        [{ displayName: 'Priya N.', isYou: false }],
      ],
      outcome: 'completed',
      winner: 0,
      games: [{ scores: [11, 3], isRated: true }],
      responses: [
        {
          response: 'disputed',
          respondedAt: expect.any(String),
          upheldAt: expect.any(String),
          upholdingReason: expect.stringContaining('signed the score sheet'),
        },
      ],
    });
  });

  it('has for each result whether it counts, and the answer', async () => {
    const { memberId } = life.player;
    const { database, partner } = flow();
    await sql`
      with batch as (
        insert into match_batch (id, application_id, created_at)
        values ('bat_status', ${partner.applicationId}, now())
      ), stored as (
        insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
          brackets, content, created_at)
        select id, 'bat_status', ${partner.applicationId}, id, '', 'padel', now(), '',
          '{"games": [{"scores": [11, 3]}, {"scores": [2, 4], "isRated": false}]}', now()
        from unnest(array['mat_open', 'mat_agreed', 'mat_void']) as id
        returning id, match_date, arrival
      )
      insert into match_participant
        (match_date, arrival, member_number, team, position, is_confirmed)
      select match_date, arrival, member_number, 0, 0, false
      from stored, member where member.id = ${memberId}
    `.execute(database);
    await sql`
      insert into match_response (arrival, member_number, response, created_at)
      select arrival, member_number, 'confirmed', '2026-09-12T12:00:00Z'
      from match, member where match.id = 'mat_agreed' and member.id = ${memberId}
    `.execute(database);
    await sql`
      insert into match_void values ('mat_void', ${partner.applicationId}, 'entered twice', now())
    `.execute(database);
    const { matches } = await parse(memberId);
    const byId = new Map(matches.map((match) => [match.id, match]));
    expect(byId.get('mat_open')).toMatchObject({
      status: 'unconfirmed',
      games: [
        { scores: [11, 3], isRated: true },
        { scores: [2, 4], isRated: false },
      ],
      responses: [],
    });
    expect(byId.get('mat_void')).toMatchObject({ status: 'voided' });
    expect(byId.get('mat_agreed')).toMatchObject({
      status: 'confirmed',
      responses: [{ response: 'confirmed', respondedAt: '2026-09-12T12:00:00.000Z' }],
    });
  });

  it('has the audit entries about them, and the events that were sent', () => {
    const actions = exported.auditEntries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['connection.created', 'discovery.changed']));
    expect(exported.webhookEvents.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['connection.created', 'rating.updated']),
    );
  });

  it('has that an operator locked the account, but not the reason', async () => {
    const { dependencies, otherPlayer } = flow();
    const { memberId } = otherPlayer;
    await lockAccess(dependencies, { memberId, reason: 'suspected of fraud' });
    await unlockAccess(dependencies, memberId);
    const file = (await write(memberId)) ?? '';
    expect((JSON.parse(file) as MemberExport).auditEntries).toContainEqual(
      expect.objectContaining({
        action: 'account.locked',
        details: { endedTokens: expect.any(Number) },
      }),
    );
    expect(file).not.toMatch(/suspected|fraud/);
  });

  it('has no secret or hash, and nothing private of others', async () => {
    const others = await flow()
      .database.selectFrom('member')
      .selectAll()
      .where('id', '=', flow().otherPlayer.memberId)
      .executeTakeFirstOrThrow();
    for (const value of [others.id, others.last_name, others.email ?? '', zaphira.password]) {
      expect(written).not.toContain(value);
    }
    expect(written).not.toMatch(/scrypt|pr[a-z]_[\w-]{20}|whsec|hash|ses_|[0-9a-f]{64}/i);
  });

  it('explains changes without the ratings of hidden opponents', async () => {
    const { memberId } = life.player;
    const { database, dependencies, otherPlayer } = flow();
    const explanations = async () => {
      const { ratingHistory } = await parse(memberId);
      return ratingHistory.flatMap(({ matchId, explanation }) =>
        matchId === againstOther && explanation !== undefined ? [explanation] : [],
      );
    };
    const { id: againstOther } = await database
      .selectFrom('match')
      .select('id')
      .where('identifier', '=', 'won')
      .executeTakeFirstOrThrow();
    const shown = await explanations();
    expect(shown.length).toBeGreaterThan(0);
    for (const explanation of shown) {
      expect(explanation.opponentsRatings).toEqual([expect.any(Number)]);
      expect(explanation.expectedGameShare).toBeGreaterThan(0);
      expect(explanation.expectedPointShare).toBeGreaterThan(0);
    }
    const others = { memberId: otherPlayer.memberId, actor: 'player' } as const;
    await changeDiscovery(dependencies, { ...others, isDiscoverable: false });
    expect(await explanations()).toEqual(
      shown.map((explanation) => ({
        ...explanation,
        ...{ expectedGameShare: null, expectedPointShare: null, opponentsRatings: [null] },
      })),
    );
    await changeDiscovery(dependencies, { ...others, isDiscoverable: true });
    expect(await explanations()).toEqual(shown);
  });

  it('reads a long history page by page, and has each match once', async () => {
    const { memberId } = life.player;
    const { database, partner } = flow();
    await sql`
      with batch as (
        insert into match_batch (id, application_id, created_at)
        values ('bat_long', ${partner.applicationId}, now())
      ), stored as (
        insert into match (id, batch_id, application_id, identifier, content_hash, sport, match_date,
          brackets, content, created_at)
        select 'mat_' || number, 'bat_long', ${partner.applicationId}, 'long ' || number, '', 'padel',
          now(), '', '{"games": [{"scores": [1, 0]}]}', now()
        from generate_series(1, 10000) as number
        returning id, match_date, arrival
      )
      insert into match_participant (match_date, arrival, member_number, team, position)
      select match_date, arrival, member_number, 0, 0
      from stored, member where member.id = ${memberId}
    `.execute(database);
    let parts = 0;
    let longest = 0;
    let whole = '';
    for await (const part of (await exportMember(flow().dependencies, memberId)) ?? []) {
      parts += 1;
      longest = Math.max(longest, part.length);
      whole += part;
    }
    const { matches } = JSON.parse(whole) as MemberExport;
    expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
    expect(matches.length).toBeGreaterThan(10_000);
    expect(parts).toBeGreaterThan(10_000);
    expect(longest).toBeLessThan(10_000);
  });

  it('is only about that member, and null for a missing one', async () => {
    const other = await write(flow().otherPlayer.memberId);
    expect(other).not.toContain(zaphira.email);
    expect(await write('mem_01jrc3h9t4y7m1b6x8q2k5zwge')).toBeNull();
  });
});
