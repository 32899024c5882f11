// Plays the scenarios of an agent: runs the program of the MCP server over standard input and output, against the service.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { UserAgent } from '@partner-rating/browser';
import { generatePkce, PartnerRatingClient, SCOPES } from '@partner-rating/client';
import { programs } from '@partner-rating/processes';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const { service, mock } = inject('servers');
const { member, otherMembers, redirectUri } = inject('facts');
const started: Client[] = [];
let partner: Client;

/** Starts the program with these settings, and connects with this version of the protocol. */
async function startAgent(settings: Record<string, string>, protocol = 'legacy'): Promise<Client> {
  const mode = protocol === 'legacy' ? protocol : { pin: protocol };
  const agent = new Client(
    { name: 'scenarios', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  const env = { PATH: process.env.PATH ?? '', SERVICE_ENV: 'test', ...settings };
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args: [programs.mcp], env }),
  );
  started.push(agent);
  return agent;
}

beforeAll(async () => {
  partner = await startAgent({
    SERVICE_API_KEY: service.apiKey,
    SERVICE_URL_TEST: service.baseUrl,
  });
});
afterAll(async () => {
  await Promise.all(started.map((agent) => agent.close()));
});

/** Returns the structured result of a tool. */
// biome-ignore lint/suspicious/noExplicitAny: the client has validated it against the schema of the tool
async function use(agent: Client, name: string, input: object = {}): Promise<any> {
  const { isError, content, structuredContent } = await agent.callTool({
    name,
    arguments: { ...input },
  });
  expect(isError, JSON.stringify(content)).toBeFalsy();
  return structuredContent;
}

/** Returns the text of a tool's error. */
async function fail(agent: Client, name: string, input: object = {}): Promise<string> {
  const { isError, content } = await agent.callTool({ name, arguments: { ...input } });
  expect(isError).toBe(true);
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

// Two players for each scenario that submits, so that scenarios do not change each other's ratings.
const connected = otherMembers.map(({ memberId }) => String(memberId));
const pair = (index: number) => [[connected[2 * index]], [connected[2 * index + 1]]];

const result = (identifier: string, teams: unknown, ...scores: number[][]) => ({
  identifier,
  teams,
  games: scores.map((one) => ({ scores: one })),
});
const batch = (...matches: object[]) => ({ sport: 'pickleball', format: 'pickleball-11', matches });

test('a named player is found, with their ratings', async () => {
  const [other] = otherMembers;
  const { players } = await use(partner, 'find_players', { name: other?.name });
  const found = players.find(({ memberId }: { memberId: string }) => memberId === connected[0]);
  expect(found).toBeDefined();
  const player = await use(partner, 'get_player', { memberId: found.memberId });
  expect(player).toMatchObject({ isConnected: true, displayName: found.displayName });
  const primary = player.ratings.filter(
    ({ bracket }: { bracket: string }) => bracket === 'overall-open',
  );
  expect(primary.map(({ bracket: _, ...rating }: { bracket: string }) => rating)).toEqual(
    found.ratings,
  );
});

test('an evening of doubles is planned with fair teams, whose win probabilities match the prediction', async () => {
  const sport = 'pickleball';
  const players = connected.slice(0, 8);
  const { lineups } = await use(partner, 'balance_teams', { sport, players, teamSize: 2 });
  const [{ courts }] = lineups;
  expect(courts).toHaveLength(2);
  const matches = courts.map(({ teams }: { teams: string[][] }) => ({ teams }));
  const { predictions } = await use(partner, 'predict_matches', { sport, matches });
  expect(predictions.map((one: { winProbability: number[] }) => one.winProbability)).toEqual(
    courts.map((one: { winProbability: number[] }) => one.winProbability),
  );
});

test('the first player of a leaderboard has rank 1', async () => {
  const board = { sport: 'pickleball', country: 'US' };
  const { players, total, nextCursor } = await use(partner, 'get_leaderboard', {
    ...board,
    limit: 3,
  });
  expect(players).toHaveLength(3);
  expect(nextCursor).toBeDefined();
  const [{ memberId, rating }] = players;
  const rank = await use(partner, 'get_player_rank', { memberId, ...board });
  expect(rank).toMatchObject({ rank: 1, rating, total });
  expect(rank.neighbours).toHaveLength(3);
});

test('a result is projected, submitted, and safely repeated', async () => {
  const matches = batch(result('agent-projected', pair(1), [11, 4], [11, 6]));
  const listed = async () => {
    const { matches } = await use(partner, 'list_submitted_matches', {
      identifier: 'agent-projected',
    });
    return matches;
  };
  const projected = await use(partner, 'submit_matches', { ...matches, dryRun: true });
  expect(projected).toMatchObject({ success: true, matches: [{ status: 'projected' }] });
  expect(await listed()).toEqual([]);
  const submitted = await use(partner, 'submit_matches', matches);
  expect(submitted.matches).toMatchObject([{ identifier: 'agent-projected', status: 'rated' }]);
  expect(submitted.ratingChanges.length).toBeGreaterThan(0);
  const [{ matchId }] = submitted.matches;
  const repeated = await use(partner, 'submit_matches', matches);
  expect(repeated).toMatchObject({
    success: true,
    matches: [{ matchId, status: 'duplicate', duplicateOf: 'own' }],
    ratingChanges: [],
  });
  expect(await listed()).toHaveLength(1);
});

test('an invalid score is corrected with the help of the error', async () => {
  const wrong = batch(result('agent-corrected', pair(2), [11, 10]));
  const text = await fail(partner, 'submit_matches', wrong);
  expect(text).toMatch(/^batch_rejected: /);
  expect(text).toContain('- /matches/0/games/0/scores ');
  expect(text).toContain('What to do: Nothing was stored.');
  const right = batch(result('agent-corrected', pair(2), [12, 10]));
  expect(await use(partner, 'submit_matches', right)).toMatchObject({ success: true });
});

test('a wrong match is found and replaced', async () => {
  await use(partner, 'submit_matches', batch(result('agent-wrong', pair(3), [11, 2])));
  const { matches } = await use(partner, 'list_submitted_matches', { identifier: 'agent-wrong' });
  const [{ matchId, teams, games }] = matches;
  expect(games).toEqual([{ scores: [11, 2] }]);
  const replaced = await use(partner, 'replace_match', {
    matchId,
    reason: 'The scores were swapped.',
    sport: 'pickleball',
    format: 'pickleball-11',
    ...result(
      'agent-right',
      teams.map((team: { memberId: string }[]) => team.map(({ memberId }) => memberId)),
      [2, 11],
    ),
  });
  expect(replaced.matches).toMatchObject([{ identifier: 'agent-right', status: 'rated' }]);
  const { matches: voided } = await use(partner, 'list_submitted_matches', { status: 'voided' });
  expect(voided).toMatchObject([{ matchId, voidReason: 'The scores were swapped.' }]);
});

test('a match that was never played is voided, and the ratings are recomputed', async () => {
  const [[memberId]] = pair(4) as [[string]];
  const ratings = async () => (await use(partner, 'get_player', { memberId })).ratings;
  const before = await ratings();
  const matches = batch(result('agent-never-played', pair(4), [0, 11]));
  const submitted = await use(partner, 'submit_matches', matches);
  expect(await ratings()).not.toEqual(before);
  const [{ matchId }] = submitted.matches;
  const input = { matchId, reason: 'It was never played.' };
  const voided = await use(partner, 'void_match', input);
  expect(await use(partner, 'void_match', input)).toMatchObject({ voidedAt: voided.voidedAt });
  expect(await ratings()).toEqual(before);
  // A repeated voided match is not rated.
  expect(await use(partner, 'submit_matches', matches)).toMatchObject({
    matches: [{ matchId, status: 'duplicate' }],
    ratingChanges: [],
  });
  expect(await ratings()).toEqual(before);
});

// The demonstration's player is not connected at the start and at the end.
test('a player must connect first, and can then read their own data', async () => {
  const memberId = String(member.memberId);
  const refusal = await fail(partner, 'list_rating_history', { memberId });
  expect(refusal).toMatch(/^not_connected: /);
  expect(refusal).toContain('they must connect');

  const player = await startAgent(
    { SERVICE_ACCESS_TOKEN: await accessToken(), SERVICE_URL_TEST: service.baseUrl },
    '2026-07-28',
  );
  expect((await player.listTools()).tools).toHaveLength(3);
  const own = await use(player, 'get_player');
  expect(own).toMatchObject({ memberId, isConnected: true });
  const { matches } = await use(player, 'list_player_matches', { limit: 5 });
  expect(matches).toHaveLength(5);
  const ofPlayer = await use(player, 'list_rating_history', { limit: 3 });
  expect(await use(partner, 'list_rating_history', { memberId, limit: 3 })).toEqual(ofPlayer);
});

test('a rating is explained page by page', async () => {
  await accessToken();
  const memberId = String(member.memberId);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 2; page += 1) {
    const input = { memberId, bracket: 'overall-open', limit: 2 };
    const answer = await use(partner, 'list_rating_history', {
      ...input,
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(answer.changes).toHaveLength(2);
    for (const { cause, matchId, explanation } of answer.changes) {
      expect(cause).toBe('match');
      expect(explanation.gamesWon).toBeLessThanOrEqual(explanation.gamesPlayed);
      seen.push(matchId);
    }
    cursor = answer.nextCursor;
  }
  expect(new Set(seen).size).toBe(4);
});

test('a revoked token is replaced with the help of the error', async () => {
  const player = await startAgent({
    SERVICE_ACCESS_TOKEN: await accessToken(),
    SERVICE_URL_TEST: service.baseUrl,
  });
  await use(player, 'get_player');
  await new PartnerRatingClient(service).oauth.revoke({ player_id: member.id });
  const text = await fail(player, 'get_player');
  expect(text).toMatch(/^unauthenticated: /);
  expect(text).toContain('SERVICE_ACCESS_TOKEN');
});

test('the same program works against the mock', async () => {
  const agent = await startAgent({ SERVICE_API_KEY: 'prk_any', SERVICE_URL_TEST: mock.baseUrl });
  const { players } = await use(agent, 'find_players', { name: 'brennan' });
  const [{ memberId }] = players;
  expect(await use(agent, 'get_player', { memberId })).toHaveProperty('ratings');
});

/** Returns a token of the demonstration's player, who logs in and grants every scope. */
async function accessToken(): Promise<string> {
  const { oauth } = new PartnerRatingClient(service);
  const { code_verifier, ...challenge } = await generatePkce();
  const redirect_uri = redirectUri;
  const started = await oauth.authorize({ redirect_uri, scope: SCOPES, ...challenge });
  const browser = new UserAgent();
  const logIn = await browser.open(started.authorization_url);
  const consent = await browser.submit(logIn, '/connect/log-in', {
    email: member.email,
    password: member.password,
  });
  const returned = await browser.submit(consent, '/connect/consent', { decision: 'allow' });
  const code = new URL(returned.url).searchParams.get('code') ?? '';
  return (await oauth.exchangeToken({ code, redirect_uri, code_verifier })).access_token;
}
