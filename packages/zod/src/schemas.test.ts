import { isDeepStrictEqual } from 'node:util';
import type {
  LeaderboardListQuery,
  MatchBatch,
  MatchVoidInput,
  Member,
  MembersGetQuery,
  MembersSearchQuery,
  PlayerRankRequest,
  WebhookEndpoint,
} from '@partner-rating/client';
import { readModel } from '@partner-rating/codegen/model';
import { deceptiveCharacterIn, schemaCheck } from '@partner-rating/server';
import { clientContract as contract } from '@partner-rating/spec/contract';
import { componentName, type Schema } from '@partner-rating/spec/document';
import { testRows } from '@partner-rating/table-tests';
import { build } from 'vite';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import * as exported from './index.ts';

const schemas = exported as unknown as Record<string, z.ZodType | undefined>;

function schemaNamed(name: string): z.ZodType {
  const schema = schemas[`${name}Schema`];
  if (schema === undefined) throw new Error(`There is no ${name}Schema.`);
  return schema;
}

/** Returns the zod schema of a body: a schema of the components, a list of it, or a union. */
function bodySchema(schema: Schema): z.ZodType {
  const name = componentName(schema);
  if (name !== undefined) return schemaNamed(name);
  if (schema.items !== undefined) return z.array(bodySchema(schema.items));
  return z.union((schema.anyOf ?? []).map(bodySchema));
}

/** The examples of each request and response schema, by name. */
const examples = new Map<string, Set<unknown>>();
/** The names of the request schemas. */
const requests = new Set<string>();
for (const { id, status, schema, examples: values } of contract.bodies()) {
  const name = componentName(schema);
  // The stubs know the requests and responses, but no events.
  if (name === undefined || id.startsWith('events.')) continue;
  if (status === null) requests.add(name);
  const found = examples.get(name) ?? new Set();
  examples.set(
    name,
    values.reduce((all, { value }) => all.add(value), found),
  );
}

describe('the schemas', () => {
  test('exist for each schema of the document and each query', () => {
    const queries = readModel(contract)
      .operations.filter(({ isCalled, queryParameters }) => isCalled && queryParameters.length > 0)
      .map(({ typeName }) => `${typeName}Query`);
    const names = [...Object.keys(contract.schemas), ...queries].map((name) => `${name}Schema`);
    expect(Object.keys(schemas).toSorted()).toEqual(names.toSorted());
  });

  test('accept every example of a request, a response, and an event without changes', () => {
    for (const { schema, examples } of contract.bodies()) {
      for (const { value } of examples) expect(bodySchema(schema).parse(value)).toEqual(value);
    }
  });

  testRows([...examples])(
    'agree with the stubs on every changed example, and change nothing themselves',
    (name, values) => {
      const [schema, check] = [schemaNamed(name), schemaCheck(name)];
      // Two examples are enough for a schema, because each is changed in thousands of ways.
      const made = [...values].slice(0, 2).flatMap((value) => [...changed(value)]);
      const disagreements = made.flatMap(({ value, change }) => {
        const [errors, result] = [check(value), schema.safeParse(value)];
        const refusals = errors.filter(
          ({ code, detail }) =>
            // Zod accepts any text as the address of a page in a response.
            !detail.includes('URI reference') &&
            // The stubs check requests, but a response may contain texts that were stored before the rule.
            (requests.has(name) || code !== 'deceptive_character'),
        );
        // The stubs do not send events of unknown types.
        if (result.success && /^(\/deliveries\/\d)?\/payload\/type: (?!none)/.test(change))
          return [];
        // The service itself refuses a scope without its location, because no schema of the document can.
        const isScope = result.error?.issues.every(({ message }) => message.includes('the scope'));
        const isSame = !result.success || isDeepStrictEqual(result.data, value);
        if (isSame && (result.success || isScope === true) === (refusals.length === 0)) return [];
        return [{ change, refusals, issues: result.error?.issues }];
      });
      expect(disagreements.slice(0, 3)).toEqual([]);
    },
  );
});

interface Change {
  value: unknown;
  /** A JSON pointer, and its new value. */
  change: string;
}

const others = [
  ...[null, true, -1_000_000_007, 2.000_000_1, '', '\u0007', {}, []],
  ...['💥'.repeat(20), '💥'.repeat(300), 'x'.repeat(9_000), 'NOT_KNOWN_YET', 'not-known-yet'],
  ...['2026-02-30T10:00:00Z', '2026-02-28t10:00:00+02:00', '2026-02-28 10:00', '2026-02-28'],
];

const addresses = [
  ...[' https://club.example/cb', 'https://club.example/cb\n', 'https://club.example/a b'],
  ...['https://club.example/a\nb', 'https://club.example/a\tb', '\thttps://club.example/'],
  ...['https://clüb.example/', 'https://club.example/é', 'https://club.example/?q=€'],
  ...['//club.example/cb', 'club.example/cb', 'https:', 'https:/', 'https://', 'https:cb'],
  ...['https://club.example/%zz', 'https://club.example/%C3%BC?a=[1]', 'https://a\\b/'],
  ...[
    'https://club.example:8443/cb?a=b/?c#d/?e',
    'https://club.example:x/',
    'HTTPS://CLUB.EXAMPLE',
  ],
  ...[
    'http://me:it@[::1]:3000/cb',
    'http://[::ffff:10.0.0.1]/',
    'http://[1::2::3]/',
    'http://[::1',
  ],
  ...['http://[1:2:3:4:5:6:7:8]/', 'http://[1:2:3:4:5:6:7:8:9]/', 'http://[v1.club:a]/'],
  ...['mailto:mike@club.example', 'urn:club:7', 'club app:/cb', 'com.club.app:/cb', '1app:/cb'],
];

/** Yields copies of the value with one change each. */
function* changed(value: unknown, pointer = ''): Generator<Change> {
  const isAddress = typeof value === 'string' && value.includes('://');
  for (const other of isAddress ? [...others, ...addresses] : others) {
    yield { value: other, change: `${pointer}: ${JSON.stringify(other).slice(0, 40)}` };
  }
  if (Array.isArray(value)) {
    yield { value: Array.from({ length: 1_001 }, () => value[0]), change: `${pointer}: many` };
    yield { value: [...value, ...value], change: `${pointer}: twice` };
    for (const [index, item] of [...value.entries()].slice(0, 3)) {
      for (const { value: other, change } of changed(item, `${pointer}/${index}`)) {
        yield { value: value.with(index, other), change };
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { value: { ...value, 'not-known-yet': 1 }, change: `${pointer}: one more` };
    for (const [name, property] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield { value: rest, change: `${pointer}/${name}: none` };
      for (const { value: other, change } of changed(property, `${pointer}/${name}`)) {
        yield { value: { ...rest, [name]: other }, change };
      }
    }
  }
}

describe('the schema of a query', () => {
  test('accepts the arguments of the method of the client', () => {
    const query = { sport: ['padel'], minRating: 3.5, limit: 20, maxItems: 500 };
    expect(exported.MembersSearchQuerySchema.parse(query)).toEqual(query);
    expect(exported.MembersSearchQuerySchema.parse({ sport: 'padel' })).toEqual({ sport: 'padel' });
    expect(exported.WebhooksListDeliveriesQuerySchema.parse({ offset: 20 })).toEqual({
      offset: 20,
    });
  });

  testRows([
    ['another name', { sports: ['padel'] }],
    ['a value out of bounds', { limit: 101 }],
    ['the text of a number', { limit: '20' }],
    ['a cursor together with an offset', { cursor: 'abc', offset: 20 }],
  ])('refuses invalid queries', (_, query) => {
    expect(exported.MembersSearchQuerySchema.safeParse(query).success).toBe(false);
  });
});

describe('a text with a deceptive character', () => {
  const city = 'nit\u202esuA';
  const example = (name: string) => contract.example(name).value as object;

  testRows([
    ['MatchBatch', { ...example('matches.submit-request'), event: city }, ['event']],
    [
      'PredictionRequest',
      { matches: [{ sport: 'padel', teams: [['1'], [city]] }] },
      ['matches', 0, 'teams', 1, 0],
    ],
    ['PlayerRankRequest', { memberId: '1', sport: 'padel', country: 'US', city }, ['city']],
    ['MembersSearchQuery', { city }, ['city']],
    ['MembersSearchQuery', { name: city }, ['name']],
  ])('is refused in a request, and the issue names the character', (name, value, path) => {
    const { error } = schemaNamed(name).safeParse(value);
    const message = expect.stringContaining('(character 4, U+202E)');
    expect(error?.issues).toContainEqual(expect.objectContaining({ path, message }));
  });

  test('is accepted in a response, which may be older than the rule', () => {
    const member = { ...example('members.get'), city };
    expect(exported.MemberSchema.parse(member)).toEqual(member);
  });

  test('is the same for zod and for the stubs', () => {
    const taken = (reason: string) => exported.MatchVoidInputSchema.safeParse({ reason }).success;
    const characters = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point));
    const { true: plain = [], false: deceptive = [] } = Object.groupBy(characters, (character) =>
      String(deceptiveCharacterIn(character) === null),
    );
    expect(deceptive.filter(taken)).toEqual([]);
    for (let start = 0; start < plain.length; start += 500) {
      const reason = plain.slice(start, start + 500).join('');
      if (!taken(reason)) expect.fail(`A character from ${plain[start]} is refused.`);
    }
  });
});

describe('the scope of a leaderboard', () => {
  const board = { memberId: '10482', sport: 'padel' };

  testRows([
    {},
    { scope: 'global' },
    { scope: 'country', country: 'US' },
    { scope: 'state', country: 'US', state: 'TX' },
    { scope: 'city', country: 'US', city: 'Austin' },
    { scope: 'city', country: 'US', state: 'TX', city: 'Austin' },
  ])('is accepted with the locations that it needs', (location) => {
    expect(exported.PlayerRankRequestSchema.safeParse({ ...board, ...location }).success).toBe(
      true,
    );
    const query = { sport: 'padel', ...location };
    expect(exported.LeaderboardListQuerySchema.safeParse(query).success).toBe(true);
  });

  testRows([
    [{ country: 'US' }, 'country', 'Not for the scope global'],
    [{ scope: 'country' }, 'country', 'Needed by the scope country'],
    [{ scope: 'state', country: 'US' }, 'state', 'Needed by the scope state'],
    [
      { scope: 'state', country: 'US', state: 'TX', city: 'Austin' },
      'city',
      'Not for the scope state',
    ],
    [{ scope: 'city', country: 'US' }, 'city', 'Needed by the scope city'],
  ])('is refused with other locations', (location, field, message) => {
    const { error } = exported.PlayerRankRequestSchema.safeParse({ ...board, ...location });
    expect(error?.issues).toMatchObject([{ path: [field], message }]);
  });
});

describe('the time of a match', () => {
  test('is a date, a date and time with an offset, or a Date', () => {
    for (const value of ['2026-09-12', '2026-09-12T10:30:00-05:00', new Date(0)]) {
      expect(exported.MatchDateSchema.parse(value)).toBe(value);
    }
  });

  test('has an issue that explains this', () => {
    for (const value of ['9/12/2026', '2026-09-12T10:30:00', '2026-13-01']) {
      const { error } = exported.MatchDateSchema.safeParse(value);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^A match has a date, such as 2026-09-12, or a date and time/),
      ]);
    }
    expect(exported.MatchDateSchema.safeParse(new Date(Number.NaN)).success).toBe(false);
  });
});

describe('an unknown field or value', () => {
  const member = contract.example('members.get').value as Member;

  test('is kept in a response', () => {
    const newer = { ...member, gender: 'NOT_KNOWN_YET', handedness: 'left' };
    expect(exported.MemberSchema.parse(newer)).toEqual(newer);
  });

  test('is refused in a request', () => {
    const { error } = exported.MatchVoidInputSchema.safeParse({ reason: 'Wrong', by: 'me' });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['by'] }]);
    expect(exported.GenderInputSchema.safeParse('NOT_KNOWN_YET').success).toBe(false);
  });
});

describe('the types', () => {
  test('of requests equal the types of the client', () => {
    expectTypeOf<z.output<typeof exported.MatchBatchSchema>>().toExtend<MatchBatch>();
    expectTypeOf<MatchBatch>().toExtend<z.input<typeof exported.MatchBatchSchema>>();
    expectTypeOf<z.output<typeof exported.MatchVoidInputSchema>>().toExtend<MatchVoidInput>();
    expectTypeOf<MatchVoidInput>().toExtend<z.input<typeof exported.MatchVoidInputSchema>>();
  });

  test('of queries, and of schemas with rules between fields, equal the types of the client', () => {
    expectTypeOf<
      z.output<typeof exported.PlayerRankRequestSchema>
    >().toEqualTypeOf<PlayerRankRequest>();
    expectTypeOf<
      z.output<typeof exported.LeaderboardListQuerySchema>
    >().toEqualTypeOf<LeaderboardListQuery>();
    expectTypeOf<
      z.output<typeof exported.MembersSearchQuerySchema>
    >().toEqualTypeOf<MembersSearchQuery>();
    expectTypeOf<z.output<typeof exported.MembersGetQuerySchema>>().toExtend<MembersGetQuery>();
  });

  test('of responses equal the types of the client, with unknown values', () => {
    expectTypeOf<z.output<typeof exported.MemberSchema>>().toExtend<Member>();
    type Endpoint = z.output<typeof exported.WebhookEndpointSchema>;
    expectTypeOf<Endpoint['status']>().toEqualTypeOf<WebhookEndpoint['status']>();
    expectTypeOf<Endpoint['anything']>().toEqualTypeOf<unknown>();
  });

  test('keep the methods of zod objects, so that a form can pick fields', () => {
    const form = exported.MatchBatchSchema.pick({ sport: true, winScore: true });
    expect(form.safeParse({ sport: 'padel' }).success).toBe(true);
    expectTypeOf<z.output<typeof form>>().toEqualTypeOf<Pick<MatchBatch, 'sport' | 'winScore'>>();
  });
});

test('an application bundles only the schemas that it imports', async () => {
  const code = await bundle(`export { UsageSchema } from '${import.meta.dirname}/index.ts';`);
  expect(code).toContain('remaining');
  for (const other of ['ratingChanges', 'looksLike', 'previousSecretExpiresAt', 'datetime']) {
    expect(code).not.toContain(other);
  }
  expect(code.length).toBeLessThan(1_500);
});

/** Returns a program with all its imports except zod, and without unused code. */
async function bundle(program: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : null),
        load: (id) => (id === 'program' ? program : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      rollupOptions: {
        input: 'program',
        external: ['zod'],
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  });
  if (!('output' in result)) throw new Error('The bundler returned several bundles, or a watcher.');
  return result.output.map((file) => ('code' in file ? file.code : '')).join('');
}
