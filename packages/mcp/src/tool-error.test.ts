import type { OperationId } from '@partner-rating/client';
import { type AnswerExample, example } from '@partner-rating/client/testing';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { calls } from './test-support/calls.ts';
import { connect, textOf } from './test-support/connect.ts';

const fails = async (
  caller: 'application' | 'player',
  name: string,
  input: Record<string, unknown>,
  answer: (service: Awaited<ReturnType<typeof connect>>['service']) => void,
) => {
  const { agent, service } = await connect(caller);
  answer(service);
  const result = await agent.callTool({ name, arguments: input });
  expect(result.isError).toBe(true);
  return textOf(result);
};

const errorsOf = (operation: OperationId) =>
  Object.entries(contract.operation(operation).responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.values(content))
    .flatMap(({ examples }) => examples.map(({ name }) => name));

testRows(calls)('every tool explains every error, and says what to do', async (...call) => {
  const [name, input, operation] = call;
  const { agent, service } = await connect('application');
  const errors = errorsOf(operation);
  expect(errors.length).toBeGreaterThan(5);
  for (const answer of errors) {
    const { code } = example(answer as 'error-not_found');
    service.answer(operation, answer as AnswerExample<typeof operation>);
    const result = await agent.callTool({ name, arguments: input });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(new RegExp(`^${code}: .+`));
    expect(textOf(result)).toMatch(/^What to do: .{20,}$/m);
    expect(textOf(result)).toMatch(/^Request: req_/m);
  }
});

describe('the text of an error', () => {
  const [submit = '', batch = {}] = calls.find(([name]) => name === 'submit_matches') ?? [];

  test('has a pointer into the arguments for every error', async () => {
    const text = await fails('application', submit, batch, (service) => {
      service.answer('matches.submit', 'matches.submit-batch-rejected');
    });
    const { errors } = example('matches.submit-batch-rejected');
    for (const { pointer, code, detail } of errors ?? []) {
      expect(text).toContain(`- ${pointer} ${code}: ${detail}`);
    }
  });

  test('lists at most twenty errors, and counts the others', async () => {
    const body = example('matches.submit-batch-rejected');
    const [error] = body.errors ?? [];
    const errors = Array.from({ length: 34 }, () => error);
    const text = await fails('application', submit, batch, (service) => {
      service.answer('matches.submit', { status: 422, body: { ...body, errors } });
    });
    expect(text.match(/^- /gm)).toHaveLength(21);
    expect(text).toContain('- and 14 more');
  });

  test('names the setting for another token', async () => {
    const text = await fails('player', 'get_player', {}, (service) => {
      service.answer('members.get', 'error-unauthenticated');
    });
    expect(text).toContain('SERVICE_ACCESS_TOKEN');
  });

  test('says how long to wait', async () => {
    const text = await fails('player', 'get_player', {}, (service) => {
      service.answer('members.get', {
        example: 'error-rate_limited',
        headers: { 'retry-after': '17' },
      });
    });
    expect(text).toContain('Wait 17 seconds');
  });

  test('says that the service cannot be reached', async () => {
    const text = await fails('player', 'get_player', {}, (service) => {
      service.answer('members.get', new TypeError('fetch failed'));
    });
    expect(text).toMatch(/^connection_failed: /);
    expect(text).toContain('SERVICE_ENV');
  });

  test('names an unknown argument, before anything is sent', async () => {
    const { agent, service } = await connect('application');
    const result = await agent.callTool({ name: 'get_player', arguments: { memberID: '1' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('memberID');
    expect(service.requests).toEqual([]);
  });
});
