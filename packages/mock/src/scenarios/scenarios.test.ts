import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../start-mock.ts';
import { operations } from '../testing/operations.ts';
import { rawCall } from '../testing/raw-call.ts';
import type { ScenarioName } from './index.ts';
import { scenarios } from './index.ts';

const mock = await startMock();
afterAll(() => mock.close());

type Value = { [name: string]: unknown };

/** Returns the answer of every operation in a scenario. */
async function story(name: ScenarioName): Promise<Map<string, { status: number; body: Value }>> {
  const answers = new Map<string, { status: number; body: Value }>();
  for (const operation of operations) {
    const response = await rawCall(mock, operation, { 'x-mock-scenario': name });
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson ? ((await response.json()) as Value) : {};
    answers.set(operation.id, { status: response.status, body });
  }
  return answers;
}

describe.each(Object.entries(scenarios))('the scenario %s', (name, scenario) => {
  const { description, player, answers = {} } = scenario;
  const recorded = new Map<string, { status: number; body: Value }>();
  const success = (id: string) => {
    const answer = recorded.get(id);
    return answer !== undefined && answer.status < 300 ? answer.body : undefined;
  };

  beforeAll(async () => {
    for (const [id, answer] of await story(name as ScenarioName)) recorded.set(id, answer);
  });

  test('has a description in sentences', () => {
    expect(description).toMatch(/^[A-Z].+\.$/);
  });

  test('chooses the answers of the operations that it names', () => {
    for (const [id, name] of Object.entries(answers)) {
      const operation = operations.find((candidate) => candidate.id === id);
      const chosen = operation?.answers.find(({ example }) => example?.name === name);
      expect(chosen, `${id} has no example ${name}`).toBeDefined();
      const { value } = chosen?.example ?? {};
      const body = typeof value === 'object' ? value : {};
      expect(recorded.get(id), id).toEqual({ status: chosen?.status, body: ofRequest(body) });
    }
  });

  test('is about one player', () => {
    const ids = [
      success('oauth.exchangeToken')?.player_id,
      success('oauth.refresh')?.player_id,
      success('members.get')?.id,
      (success('leaderboard.rank')?.player as Value | undefined)?.id,
    ];
    expect(ids.filter((id) => id !== undefined && id !== player)).toEqual([]);
  });

  test('has the same granted scopes everywhere', () => {
    const granted = [
      success('oauth.exchangeToken')?.scope,
      success('oauth.refresh')?.scope,
      success('members.get')?.grantedScopes,
    ].filter((scopes) => scopes !== undefined);
    for (const scopes of granted) expect(scopes).toEqual(granted[0]);
  });

  test('has the same rating of a member everywhere', () => {
    const figures = new Map<string, Set<unknown>>();
    for (const { status, body } of recorded.values()) {
      if (status >= 300 || body.dryRun === true) continue;
      for (const [key, rating] of ratings(body, String(body.sport ?? ''))) {
        figures.set(key, (figures.get(key) ?? new Set()).add(`${rating}`));
      }
    }
    for (const [key, values] of figures) expect([...values], key).toHaveLength(1);
  });

  test('describes the webhook endpoint consistently', () => {
    const endpoint = success('webhooks.getEndpoint');
    const redelivery = recorded.get('webhooks.redeliver');
    const isDisabled = endpoint?.status === 'disabled';
    expect(redelivery?.body.code === 'endpoint_disabled').toBe(isDisabled);
    if (isDisabled) expect(redelivery?.body.detail).toContain(endpoint.disabledReason);
  });
});

/** Returns a problem as the mock answers it, with the request id and a link to a page of the mock. */
function ofRequest(body: unknown): unknown {
  const { code, instance, error, error_uri } = body as Value;
  if (error_uri) return { ...(body as Value), error_uri: `${mock.origin}/docs/errors/#${error}` };
  if (instance === undefined) return body;
  const own = { type: `${mock.origin}/docs/errors/${code}`, instance: expect.any(String) };
  return { ...(body as Value), ...own };
}

/** Yields the primary ratings in an answer, by member and sport. A leaderboard has one sport. */
function* ratings(value: unknown, sport: string): Generator<[key: string, rating: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const { id, R, sport: bySport } = value as Value;
  if (typeof R === 'number' && typeof id === 'string') yield [`${id} ${sport}`, R];
  if (typeof bySport === 'object' && typeof id === 'string') {
    for (const [code, rating] of Object.entries(bySport as Value)) {
      yield [`${id} ${code}`, (rating as Value).R];
    }
  }
  for (const child of Object.values(value)) yield* ratings(child, sport);
}

describe('a scenario with the same answer everywhere', () => {
  testRows([
    ['rate-limited', 429],
    ['service-failing', 500],
    ['service-down', 503],
  ] as const)('applies to every operation that documents the answer', async (name, status) => {
    const documented = operations.filter(({ answers }) =>
      answers.some((answer) => answer.status === status),
    );
    const recorded = await story(name);
    expect(documented.length).toBeGreaterThan(20);
    for (const { id } of documented) expect(recorded.get(id)?.status, id).toBe(status);
  });
});
