import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import type { Known } from './values.ts';

/** Where the service is, and the partner that sends the requests. */
export interface Target {
  baseUrl: string;
  partner: { apiKey: string; clientId: string; redirectUri: string };
  receiverUrl: string;
}

/** Returns values that exist in the service, so that made-up requests can succeed. */
export async function readKnownValues(database: Database, target: Target): Promise<Known> {
  return {
    ...(await readPeople(database)),
    ...(await readIds(database)),
    ...(await readAuthorization(target)),
    cursor: await readCursors(target),
    WebhookUrl: [
      ...[target.receiverUrl, 'https://127.0.0.1/hooks'],
      ...['https://[::1]/', 'https://10.0.0.1/'],
    ],
    SportCode: ['pickleball', 'padel', 'tennis'],
    TimeZone: ['America/Chicago', 'Pacific/Auckland'],
    BracketKey: ['overall-open', 'singles-open'],
    RatingCategory: ['overall', 'singles'],
    AgeBracket: ['open'],
    GeographicScope: ['global'],
    'Idempotency-Key': ['fuzz-one', 'fuzz-two'],
    'If-Match': ['*'],
  };
}

const played = { games: [{ scores: [11, 4] }], winScore: 11, winBy: 2 };

/** People, and matches between them: made-up players and scores rarely follow the rules. */
async function readPeople(database: Database): Promise<Known> {
  const members = await database
    .selectFrom('member')
    .select(['id', 'member_number', 'email', 'first_name', 'last_name', 'city'])
    .orderBy('member_number')
    .limit(12)
    .execute();
  const references = members.flatMap(({ id, member_number }) => [id, String(member_number)]);
  const opponents = members.slice(1);
  const teamsWith = (id: string) => [[id], [references[0]]];
  return {
    MemberReference: references,
    memberId: references,
    teams: references,
    TeamPlayer: references,
    players: [
      members.slice(0, 4).map(({ id }) => id),
      references.slice(0, 24).filter((_, at) => at % 3 === 0),
    ],
    teamSize: [1, 2],
    MatchInput: opponents.map(({ id }, index) => ({
      identifier: `fuzz-${index}`,
      teams: teamsWith(id),
      ...played,
    })),
    MatchReplacementInput: opponents.map(({ id }, index) => ({
      reason: 'The players were wrong.',
      identifier: `replaced-${index}`,
      sport: 'pickleball',
      teams: teamsWith(id),
      ...played,
    })),
    TournamentMatchInput: opponents.map(({ first_name, last_name }, index) => ({
      identifier: `fuzz-import-${index}`,
      teams: [
        [{ firstName: first_name, lastName: last_name }],
        [{ firstName: 'Fuzz', lastName: 'Player' }],
      ],
      ...played,
    })),
    PlannedMatch: opponents.map(({ id }) => ({ teams: teamsWith(id) })),
    firstName: members.map(({ first_name }) => first_name),
    lastName: members.map(({ last_name }) => last_name),
    name: members.map(({ first_name }) => first_name),
    City: members.flatMap(({ city }) => city ?? []),
  };
}

async function readIds(database: Database): Promise<Known> {
  // The newest matches, because voiding rates all later ones again. Enough of them, so that some
  // remain to replace.
  const matches = await database
    .selectFrom('match')
    .select('id')
    .orderBy('arrival', 'desc')
    .limit(200)
    .execute();
  const deliveries = await database.selectFrom('webhook_delivery').select('id').execute();
  const endpoints = await database.selectFrom('webhook_endpoint').select('id').execute();
  return {
    MatchId: matches.map(({ id }) => id),
    DeliveryId: deliveries.map(({ id }) => id),
    EndpointId: endpoints.map(({ id }) => id),
  };
}

async function readAuthorization({ baseUrl, partner }: Target): Promise<Known> {
  const started = await fetch(`${baseUrl}/partner/oauth/authorize`, {
    method: 'POST',
    headers: { 'x-api-key': partner.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uri: partner.redirectUri }),
  });
  const { authorization_url } = (await started.json()) as { authorization_url: string };
  return {
    request_uri: [new URL(authorization_url).searchParams.get('request_uri') ?? ''],
    redirect_uri: [partner.redirectUri, 'https://elsewhere.example/callback'],
    ClientIdentifier: [partner.clientId],
    scope: ['user:profile:read user:rating:read', 'user:everything'],
    response_type: ['code'],
    code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    code_challenge_method: ['S256'],
  };
}

const lists = [
  '/partner/search?limit=1',
  '/leaderboard?sport=pickleball&limit=1',
  '/partner/rating-updates?limit=1',
];

async function readCursors({ baseUrl, partner }: Target): Promise<string[]> {
  return await Promise.all(
    lists.map(async (list) => {
      const answer = await fetch(baseUrl + list, { headers: { 'x-api-key': partner.apiKey } });
      return ((await answer.json()) as { nextCursor: string }).nextCursor;
    }),
  );
}
