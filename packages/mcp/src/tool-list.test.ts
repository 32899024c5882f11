import { catalogue } from '@partner-rating/spec/catalogue';
import { contract } from '@partner-rating/spec/contract';
import { describe, expect, test } from 'vitest';
import { calls } from './test-support/calls.ts';
import { connect } from './test-support/connect.ts';

/**
 * A bound instead of a count, because each model has its own tokenizer: 3.5 bytes per token, as in English prose. JSON
 * has more bytes per token; o200k_base has 4.2 for this list.
 */
const BYTES_PER_TOKEN = 3.5;
const MAX_TOKENS = 6_000;

const listed = async (caller: 'application' | 'player') =>
  (await (await connect(caller)).agent.listTools()).tools;

test('a key has every tool, and a token the tools about its player', async () => {
  expect((await listed('application')).map(({ name }) => name)).toEqual(
    calls.map(([name]) => name),
  );
  const playerTools = await listed('player');
  expect(playerTools.map(({ name }) => name)).toEqual([
    'get_player',
    'list_rating_history',
    'list_player_matches',
  ]);
  for (const { inputSchema } of playerTools) {
    expect(inputSchema.properties).not.toHaveProperty('memberId');
    expect(inputSchema.required ?? []).toEqual([]);
  }
});

test('the list costs an agent at most 6,000 tokens', async () => {
  const bytes = Buffer.byteLength(JSON.stringify(await listed('application')));
  expect(Math.ceil(bytes / BYTES_PER_TOKEN)).toBeLessThanOrEqual(MAX_TOKENS);
});

test('annotations mark the tools that only read, and those that cannot be undone', async () => {
  const tools = await listed('application');
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(changing.map(({ name, annotations }) => [name, annotations])).toEqual([
    ['submit_matches', changes({ destructiveHint: false })],
    ['replace_match', changes({ destructiveHint: true })],
    ['void_match', changes({ destructiveHint: true })],
  ]);
});

const changes = (hint: object) => ({
  readOnlyHint: false,
  idempotentHint: true,
  openWorldHint: false,
  ...hint,
});

describe.each(['application', 'player'] as const)('with the credential of the %s', (caller) => {
  test('each tool has its own texts and schemas, and names its scopes', async () => {
    const ofCaller = caller === 'application' ? 'key' : 'user';
    for (const { name, title, description = '', outputSchema } of await listed(caller)) {
      const operation = calls.find(([tool]) => tool === name)?.[2] ?? '';
      expect(title).toBeTruthy();
      expect(outputSchema?.properties).toBeDefined();
      for (const scope of contract.operation(operation).requiredScopes[ofCaller]) {
        expect(description).toContain(scope);
      }
    }
  });

  test('a default bracket is named only if the operation has one', async () => {
    const brackets = (await listed(caller)).flatMap(({ name, inputSchema }) => {
      const { description } = Object(inputSchema.properties?.bracket);
      return description === undefined ? [] : [[name, description] as const];
    });
    expect(Object.fromEntries(brackets)).toHaveProperty(
      'list_rating_history',
      'Such as overall-open. Default: every bracket, with several entries per match',
    );
    for (const [name, description] of brackets) {
      const operation = calls.find(([tool]) => tool === name)?.[2] ?? '';
      expect([name, description.includes('(default)')]).toEqual([name, hasDefault(operation)]);
    }
  });

  test('the instructions name every sport', async () => {
    const { agent } = await connect(caller);
    for (const { code } of catalogue.sports) expect(agent.getInstructions()).toContain(code);
  });
});

/** Returns whether the operation has a default bracket, or a default category, which is a part of it. */
function hasDefault(id: string): boolean {
  const { parameters, body } = contract.operation(id);
  const { properties = {} } = contract.resolve(body?.content['application/json']?.schema ?? {});
  const given = [
    ...Object.entries(properties),
    ...parameters.map(({ name, schema }) => [name, schema] as const),
  ];
  return given.some(
    ([name, schema]) => /^(?:bracket|category)$/.test(name) && schema?.default !== undefined,
  );
}
