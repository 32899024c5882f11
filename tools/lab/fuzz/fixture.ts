import { SCOPES } from '@partner-rating/client';
import { insertCode } from '@partner-rating/service/src/connect/store/authorization-codes.ts';
import {
  insertAccessToken,
  insertRefreshToken,
} from '@partner-rating/service/src/connect/store/tokens.ts';
import { hashSecret, newSecret } from '@partner-rating/service/src/platform/secrets/sealing.ts';
import { openTestDatabase } from '@partner-rating/service/src/testing/test-database.ts';
import { openTestService } from '@partner-rating/service/src/testing/test-service.ts';
import { openWebhookReceiver } from '@partner-rating/service/src/testing/webhook-receiver.ts';
import type { Operation } from '@partner-rating/spec/document';
import type { Known } from './values.ts';

/** The service under test. */
export interface FuzzFixture {
  baseUrl: string;
  apiKey: string;
  /** Existing values that made-up requests can use. */
  known: Known;
  /** The headers that authenticate an operation, one entry for each way it accepts. */
  credentials: (operation: Operation) => Record<string, string>[];
  /** The headers of a caller that no operation accepts. */
  wrongCredentials: Record<string, string>[];
  /** A player connected with every scope. The credentials include the access token. */
  connectedPlayer: string;
  /** Creates an unused code, with or without a challenge. */
  newCode: (challenge: string | null) => Promise<string>;
  newRefreshToken: () => Promise<string>;
  /** Restores what requests may have removed. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

const lists = [
  '/partner/search?limit=1',
  '/leaderboard?sport=pickleball&limit=1',
  '/partner/rating-updates?limit=1',
];

const played = { games: [{ scores: [11, 4] }], winScore: 11, winBy: 2 };

/**
 * Starts the service on an embedded database with the demonstration's data, without rate limits.
 */
export async function openFixture(): Promise<FuzzFixture> {
  const { database, close } = await openTestDatabase('pglite');
  const receiver = await openWebhookReceiver();
  const service = await openTestService({
    database,
    isDemonstration: true,
    environment: {
      // Judge the response that partners see, not the service's own check of it.
      VALIDATE_RESPONSES: 'false',
      RATE_LIMIT: '0',
      NETWORK_RATE_LIMIT: '0',
      INGEST_RATE_LIMIT: '0',
      TOKEN_RATE_LIMIT: '0',
      WEBHOOK_TEST_RATE_LIMIT: '0',
      LOG_IN_RATE_LIMIT: '0',
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
    },
  });
  const { baseUrl, partner } = service;
  await database
    .updateTable('connection')
    .set({ scopes: [...SCOPES] })
    .execute();

  const connection = await database
    .selectFrom('connection')
    .innerJoin('member', 'member.id', 'connection.member_id')
    .select(['connection.id', 'connection.application_id', 'connection.member_id'])
    // On the boards of the document's examples.
    .where('member.city', '=', 'Austin')
    .orderBy('member.member_number')
    .executeTakeFirstOrThrow();
  const now = Date.now();
  const granted = {
    connectionId: connection.id,
    scopes: [...SCOPES],
    createdAt: new Date(now),
    expiresAt: new Date(now + 86_400_000),
  };
  const accessToken = newSecret('pra_');
  await insertAccessToken(database, {
    ...granted,
    tokenHash: hashSecret(accessToken),
    codeHash: null,
    dpopJkt: null,
  });

  const key = { 'x-api-key': partner.apiKey };
  const basic = { authorization: `Basic ${btoa(`${partner.clientId}:${partner.apiKey}`)}` };
  const byScheme: Record<string, Record<string, string>> = {
    ApiKey: key,
    AccessToken: { authorization: `Bearer ${accessToken}` },
    ClientBasic: basic,
  };
  await fetch(`${baseUrl}/partner/webhook-endpoints`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  });
  const endpoints = await database.selectFrom('webhook_endpoint').selectAll().execute();
  const restore = async () => {
    await database.updateTable('connection').set({ revoked_at: null }).execute();
    await database.updateTable('access_token').set({ revoked_at: null }).execute();
    await database.deleteFrom('webhook_endpoint').execute();
    await database.insertInto('webhook_endpoint').values(endpoints).execute();
    await fetch(`${baseUrl}/partner/webhook-test`, { method: 'POST', headers: key });
  };
  await restore();

  const members = await database
    .selectFrom('member')
    .select(['id', 'member_number', 'email', 'first_name', 'last_name', 'city'])
    .orderBy('member_number')
    .limit(12)
    .execute();
  const references = members.flatMap(({ id, member_number }) => [id, String(member_number)]);
  // The newest matches, because voiding rates all later ones again. Enough of them, so that some
  // remain to replace.
  const matches = await database
    .selectFrom('match')
    .select('id')
    .orderBy('arrival', 'desc')
    .limit(200)
    .execute();
  const deliveries = await database.selectFrom('webhook_delivery').select('id').execute();
  const started = await fetch(`${baseUrl}/partner/oauth/authorize`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uri: partner.redirectUri }),
  });
  const { authorization_url } = (await started.json()) as { authorization_url: string };
  const requestUri = new URL(authorization_url).searchParams.get('request_uri') ?? '';
  const cursors = await Promise.all(
    lists.map(async (list) => {
      const answer = await fetch(baseUrl + list, { headers: key });
      return ((await answer.json()) as { nextCursor: string }).nextCursor;
    }),
  );
  return {
    baseUrl,
    apiKey: partner.apiKey,
    known: {
      MemberReference: references,
      memberId: references,
      teams: references,
      TeamPlayer: references,
      SportCode: ['pickleball', 'padel', 'tennis'],
      TimeZone: ['America/Chicago', 'Pacific/Auckland'],
      BracketKey: ['overall-open', 'singles-open'],
      // Made-up player numbers rarely fill a court.
      players: [
        members.slice(0, 4).map(({ id }) => id),
        references.slice(0, 24).filter((_, at) => at % 3 === 0),
      ],
      teamSize: [1, 2],
      // Made-up scores rarely follow the rules of the sport.
      MatchInput: members.slice(1).map(({ id }, index) => ({
        identifier: `fuzz-${index}`,
        teams: [[id], [references[0]]],
        ...played,
      })),
      MatchReplacementInput: members.slice(1).map(({ id }, index) => ({
        reason: 'The players were wrong.',
        identifier: `replaced-${index}`,
        sport: 'pickleball',
        teams: [[id], [references[0]]],
        ...played,
      })),
      TournamentMatchInput: members.slice(1).map(({ first_name, last_name }, index) => ({
        identifier: `fuzz-import-${index}`,
        teams: [
          [{ firstName: first_name, lastName: last_name }],
          [{ firstName: 'Fuzz', lastName: 'Player' }],
        ],
        ...played,
      })),
      // Made-up teams rarely have equal sizes.
      PlannedMatch: members.slice(1).map(({ id }) => ({ teams: [[id], [references[0]]] })),
      MatchId: matches.map(({ id }) => id),
      DeliveryId: deliveries.map(({ id }) => id),
      EndpointId: endpoints.map(({ id }) => id),
      WebhookUrl: [receiver.url, 'https://127.0.0.1/hooks', 'https://[::1]/', 'https://10.0.0.1/'],
      redirect_uri: [partner.redirectUri, 'https://elsewhere.example/callback'],
      request_uri: [requestUri],
      ClientIdentifier: [partner.clientId],
      scope: ['user:profile:read user:rating:read', 'user:everything'],
      firstName: members.map(({ first_name }) => first_name),
      lastName: members.map(({ last_name }) => last_name),
      City: members.flatMap(({ city }) => city ?? []),
      name: members.map(({ first_name }) => first_name),
      RatingCategory: ['overall', 'singles'],
      AgeBracket: ['open'],
      GeographicScope: ['global'],
      'Idempotency-Key': ['fuzz-one', 'fuzz-two'],
      'If-Match': ['*'],
      response_type: ['code'],
      code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
      code_challenge_method: ['S256'],
      cursor: cursors,
    },
    credentials: ({ schemes }) => {
      const named = schemes.flatMap((scheme) => {
        const headers = byScheme[scheme ?? ''];
        return headers === undefined ? [] : [headers];
      });
      return named.length > 0 ? named : [{}];
    },
    wrongCredentials: [
      {},
      { 'x-api-key': newSecret('prk_') },
      { authorization: `Bearer ${newSecret('pra_')}` },
      { authorization: 'Basic nonsense' },
      { authorization: 'Bearer ' },
    ],
    connectedPlayer: connection.member_id,
    newCode: async (codeChallenge) => {
      const code = newSecret('prc_');
      await insertCode(database, {
        ...granted,
        codeHash: hashSecret(code),
        applicationId: connection.application_id,
        redirectUri: partner.redirectUri,
        codeChallenge,
        dpopJkt: null,
      });
      return code;
    },
    newRefreshToken: async () => {
      const token = newSecret('prr_');
      await insertRefreshToken(database, {
        ...granted,
        tokenHash: hashSecret(token),
        codeHash: null,
      });
      return token;
    },
    restore,
    close: async () => {
      await service.stop();
      await receiver.close();
      await close();
    },
  };
}
