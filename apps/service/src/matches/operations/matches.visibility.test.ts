import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { naiveMember } from '../../members/testing/naive-member.ts';
import {
  ask,
  insertKnownMember,
  insertSeenConnection,
  now,
} from '../../members/testing/seen-players.ts';
import {
  insertSightPlayers,
  profile,
  type SightPlayer,
  sightCases,
} from '../../members/testing/sight-cases.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { insertApplication, insertEndpoint } from '../../testing/builders.ts';
import { openSharedService, type SharedTestService } from '../../testing/test-service.ts';
import { called, finalOf, importOf } from '../import/testing/tournament.ts';
import { ingestBatch } from '../submit/ingest-batch.ts';
import { batchOf, matchOf, scored } from '../testing/batches.ts';
import { writtenEvents } from '../testing/club.ts';

// operations/members/visibility.test.ts tests what members.* and leaderboard.* show of the same players.
describe('what an application learns by matches of', () => {
  const players: SightPlayer[] = [];
  let service: SharedTestService;
  let apiKey: string;
  let rival: MemberRow;
  let others: MemberRow[];

  beforeAll(async () => {
    service = await openSharedService('postgres', {
      clock: () => now,
      environment: { RATE_LIMIT: '0', INGEST_RATE_LIMIT: '0', IMPORT_EMAIL_LIMIT: '0' },
    });
    const { database } = service;
    players.push(...(await insertSightPlayers(database)));
    rival = await insertKnownMember(database, { last_name: 'Rival' });
    const scopes = [profile, 'user:rating:read', 'user:rating:history'];
    await insertSeenConnection(database, await partnerId(), rival.id, { scopes, revoked: false });
    others = [await insertKnownMember(database), await insertKnownMember(database)];
    const { dependencies } = service;
    ({ apiKey } = await createKey(dependencies, {
      clientId: service.partner.clientId,
      scopes: [
        'key:match:submit',
        'key:tournament:import',
        'key:member:read',
        'key:webhook:manage',
      ],
    }));
    await insertEndpoint(database, await partnerId(), { events: ['rating.updated'] });
    // Before any of them opted out, the application and a trusted federation reported them.
    const federation = await insertApplication(database, { name: 'Federation' });
    const reported = players.map(({ member }, index) =>
      matchOf(`match-${index}`, [[member], [rival]], { games: scored(`11-${index % 10}`) }),
    );
    await database.updateTable('member').set({ is_discoverable: true }).execute();
    for (const [applicationId, matchDate] of [
      [federation, '2026-09-01T10:00:00Z'],
      [await partnerId(), '2026-09-02T10:00:00Z'],
    ] as const) {
      const submitter = { applicationId, trusted: applicationId === federation };
      const outcome = await ingestBatch(dependencies, submitter, batchOf(reported, { matchDate }));
      expect(outcome.kind).toBe('handled');
    }
    // Makes the trigger decide again whether applications can find the members.
    const members = database.updateTable('member');
    await members.set({ wants_discovery: sql.ref('wants_discovery') }).execute();
  });

  afterAll(() => service.stop());

  async function partnerId(): Promise<string> {
    const applications = service.database.selectFrom('application').select('id');
    const ofPartner = applications.where('client_id', '=', service.partner.clientId);
    return (await ofPartner.executeTakeFirstOrThrow()).id;
  }

  /** Submits a dry run. */
  async function post<Body>(path: string, body: object) {
    return await read<Body>(path, { ...body, dryRun: true });
  }

  async function read<Body = object>(path: string, body: object) {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Body & Schemas.Problem };
  }

  /** Returns what a dry run of an import says about a participant. */
  async function bring(participant: Schemas.Participant) {
    const final = finalOf('final', [[participant], [called('Mike Rival', { memberId: rival.id })]]);
    const { body } = await post<Schemas.TournamentImportResult>(
      '/partner/tournament-import',
      importOf([final]),
    );
    return body;
  }

  const cases = sightCases.map(({ title, connection }, index) => {
    const player = (): SightPlayer => {
      const found = players[index];
      if (found === undefined) throw new Error('The player is missing.');
      return found;
    };
    const isKnown = () => naiveMember(player().sight) !== null;
    const grants = (scope: string) =>
      connection !== null && !connection.revoked && connection.scopes.includes(scope);

    return { title, index, connection, player, isKnown, grants };
  });

  testRows(cases)(
    'by a batch: whether they exist, if it may know, and the ratings they granted',
    async ({ player, isKnown, grants }) => {
      const { member } = player();
      const match = matchOf('m', [[member], [rival]]);
      const { body } = await post<Schemas.MatchBatchResult>('/partner/matches', batchOf([match]));
      expect(body.success).toBe(isKnown());
      if (isKnown()) {
        const changed = body.ratingChanges.map(({ id }) => id);
        expect(changed.includes(member.id)).toBe(
          grants('user:rating:read') && grants('user:match:submit'),
        );
      } else {
        expect(body.errors?.map(({ code }) => code)).toEqual(['unknown_player']);
      }
    },
  );

  testRows(cases)(
    'by an import that names them: their card, if it may know, or nobody',
    async ({ player, isKnown }) => {
      const { member } = player();
      const body = await bring(called('Somebody Else', { memberId: member.id }));
      if (isKnown()) {
        const { display_name: displayName, id } = member;
        expect(body.participants[0]).toMatchObject({ id, displayName, reason: 'member_id' });
      } else {
        expect(body.errors?.map(({ code }) => code)).toEqual(['unknown_player']);
      }
    },
  );

  testRows(cases)(
    'by an import that knows name and address: who they are, or a new ghost',
    async ({ player, isKnown }) => {
      const { member } = player();
      const name = `${member.first_name} ${member.last_name}`;
      const { participants } = await bring(called(name, { email: member.email ?? '' }));
      expect(participants[0]).toMatchObject(
        isKnown() ? { id: member.id, reason: 'email' } : { id: null, isNew: true, isGhost: true },
      );
    },
  );

  testRows(cases)(
    'by an import that guesses: the same as for an unknown address',
    async ({ player, index }) => {
      const guess = async (email: string) => await bring(called('Quentin Quirk', { email }));
      const known = await guess(player().member.email ?? '');
      expect(known).toEqual(await guess(`nobody.${index}@example.com`));
    },
  );

  testRows(cases)(
    'by matches.list and matches.get: the name they submitted, and their card if it may know',
    async ({ player, isKnown, index }) => {
      const { member } = player();
      const headers = { 'x-api-key': apiKey };
      const url = `${service.baseUrl}/partner/matches`;
      const { body } = await ask<Schemas.MatchesPage>(`${url}?identifier=match-${index}`, headers);
      const listed = body.matches[0]?.teams[0]?.[0];
      expect(listed?.reference).toBe(member.id);
      expect([listed?.id, listed?.displayName]).toEqual(
        isKnown() ? [member.id, member.display_name] : [undefined, undefined],
      );
      const isSeen = naiveMember(player().sight)?.sport !== undefined;
      expect(listed?.explanation !== undefined).toBe(isSeen);
      const one = await ask<Schemas.Match>(`${url}/${body.matches[0]?.id}`, headers);
      expect(one.body).toEqual(body.matches[0]);
    },
  );

  testRows(cases)(
    'by matches.predict and matches.balance: what follows from their ratings, that they do not share them, or nobody',
    async ({ player, isKnown }) => {
      const { member, alias, sight } = player();
      const isShared = naiveMember(sight)?.sport !== undefined;
      const expected = isKnown() ? ['ratings_not_shared'] : ['unknown_player'];
      const sport = 'pickleball';
      for (const reference of [member.id, String(alias.member_number)]) {
        const matches = [{ teams: [[reference], [rival.id]] }];
        const players = [reference, rival.id, ...others.map(({ id }) => id)];
        const answers = [
          await read('/partner/matches/predict', { sport, matches }),
          await read('/partner/matches/balance', { sport, players, teamSize: 2 }),
        ];
        for (const { status, body } of answers) {
          expect(status).toBe(isShared ? 200 : 422);
          expect(body.errors?.map(({ code }) => code)).toEqual(isShared ? undefined : expected);
        }
      }
    },
  );

  testRows(cases)(
    'by the rating history of their opponent: how strong they were, if it may see their ratings',
    async ({ player, index }) => {
      const headers = { 'x-api-key': apiKey };
      const query = `memberId=${rival.id}&bracket=overall-open&limit=100`;
      const { body } = await ask<Schemas.RatingHistoryPage>(
        `${service.baseUrl}/partner/member/rating-history?${query}`,
        headers,
      );
      const stored = service.database.selectFrom('match').select('id');
      const matches = await stored.where('identifier', '=', `match-${index}`).execute();
      const entries = body.history.filter(({ matchId }) =>
        matches.some(({ id }) => id === matchId),
      );
      const isSeen = naiveMember(player().sight)?.sport !== undefined;
      expect(entries).toHaveLength(1);
      for (const { explanation } of entries) {
        expect(explanation?.contributions).toHaveLength(1);
        const shown = [explanation?.opponentsRatings[0], explanation?.expectedGameShare];
        const seen = [expect.any(Number), expect.any(Number)];
        expect(shown).toEqual(isSeen ? seen : [null, null]);
      }
    },
  );

  testRows(cases)(
    'by members.listRatingUpdates and webhooks: that a rating moved, and how far if they granted it',
    async ({ player, grants }) => {
      const { member } = player();
      const url = `${service.baseUrl}/partner/rating-updates?limit=100`;
      const { body } = await ask<Schemas.RatingUpdatesPage>(url, { 'x-api-key': apiKey });
      const isNotified = grants('user:webhook:subscribe');
      const update = body.updates.find(({ id }) => id === member.id);
      expect(update !== undefined).toBe(isNotified);
      expect(update?.newRating !== undefined).toBe(isNotified && grants('user:rating:read'));
      const applicationId = await partnerId();
      const events = (await writtenEvents(service.database)).filter(
        (event) => event.member_id === member.id && event.application_id === applicationId,
      );
      expect(events.length > 0).toBe(isNotified);
    },
  );
});
