// Runs each case of spec/conformance/servers with the clients of both languages, against the mock and the service.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isPartnerRatingError, PartnerRatingClient } from '@partner-rating/client';
import { providedProgram } from '@partner-rating/provision';
import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, inject, test } from 'vitest';

interface Case {
  name: string;
  servers: string[];
  client?: { apiKey: string };
  call: {
    operation: string;
    path?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    as?: 'items';
    maxItems?: number;
    take?: number;
  };
  outcome: { has?: string[]; count?: number; error?: Record<string, unknown> & { kind: string } };
}

const file = fileURLToPath(
  import.meta.resolve('@partner-rating/spec/conformance/servers/cases.json'),
);
const cases: Case[] = JSON.parse(readFileSync(file, 'utf8')).cases;
const package_ = fileURLToPath(new URL('../../../packages/python/', import.meta.url));
const servers = inject('servers');

describe.each(['mock', 'service'] as const)(
  'each case has the expected outcome against the %s',
  (server) => {
    const own = cases.filter((one) => one.servers.includes(server));

    testRows(own)('in TypeScript', async (one) => {
      const client = new PartnerRatingClient({ ...servers[server], ...one.client });
      const { value, error } = await makeCall(client, one.call).then(
        (value) => ({ value, error: undefined }),
        (error: unknown) => ({ value: undefined, error }),
      );
      const { has, count, error: expected } = one.outcome;
      if (expected) {
        const { kind, ...fields } = expected;
        expect(isPartnerRatingError(error), String(error ?? 'no error')).toBe(true);
        expect(error).toMatchObject({ name: kind, ...fields });
        return;
      }
      expect(error).toBeUndefined();
      if (count !== undefined) expect(value).toHaveLength(count);
      for (const field of has ?? []) expect(value).toHaveProperty(field);
    });

    test('in Python', async () => {
      const { path, environment } = await providedProgram('python');
      const { baseUrl, apiKey } = servers[server];
      const program = ['-m', 'tests.conformance.real_servers', server, baseUrl];
      const { stdout } = await promisify(execFile)(path, program, {
        cwd: package_,
        env: {
          ...process.env,
          ...environment,
          PYTHONPATH: 'src',
          PYTHONDONTWRITEBYTECODE: '1',
          SERVICE_API_KEY: apiKey,
        },
      });
      expect(JSON.parse(stdout)).toEqual({ passed: own.map(({ name }) => name), failed: {} });
    });
  },
);

type Method = (...given: unknown[]) => Promise<unknown> & {
  toArray: (options: object) => Promise<unknown>;
};

async function makeCall(client: PartnerRatingClient, call: Case['call']): Promise<unknown> {
  const { operation, path = {}, query, body, as, maxItems, take } = call;
  const { parameters, positional, ...found } = contract.operation(operation);
  const takesQuery = parameters.some((one) => one.in === 'query' && !positional.includes(one));
  const named = Object.entries(query ?? {}).filter(
    ([key]) => !positional.some((one) => one.name === key),
  );
  const limit = maxItems === undefined ? {} : { maxItems };
  const [resource = '', name = ''] = operation.split('.');
  const methods = Reflect.get(client, resource) as Record<string, Method>;
  const answer = methods[name]?.(
    ...positional.map((one) => path[one.name] ?? query?.[one.name]),
    ...(takesQuery ? [{ ...Object.fromEntries(named), ...limit }] : []),
    ...(found.body ? [body] : []),
  );
  return as === 'items'
    ? await answer?.toArray(take === undefined ? {} : { limit: take })
    : await answer;
}
