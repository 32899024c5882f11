import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenApiDocument, OperationObject, Schema } from '@partner-rating/spec/document';
import { testRows } from '@partner-rating/table-tests';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DocumentChanges, documentChanges } from './document-changes.ts';

// Edits of the document, each with a part of the expected message. All edits of one table are made to one copy, because a
// comparison takes a second. They change independent places, so each has its own message.
const root = resolve(import.meta.dirname, '../../..');
const released = readFileSync(resolve(root, 'spec/dist/openapi.json'), 'utf8');
const today = '2026-11-22';
const notice = { deprecated: true, 'x-deprecated-at': '2026-01-01' };

type Document = OpenApiDocument & { components: Record<string, Record<string, Schema>> };
type Edit = [name: string, edit: (document: Document) => void, said: string];

/** Compares the released document, changed by `prepare`, with a copy of it to which the edits are made. */
function compared(edits: readonly Edit[], prepare: (document: Document) => void = () => {}) {
  const base = JSON.parse(released) as Document;
  prepare(base);
  const revision = structuredClone(base);
  for (const [, edit] of edits) edit(revision);
  return documentChanges(root, JSON.stringify(base), JSON.stringify(revision), today);
}

const schema = (document: Document, name: string): Schema => {
  const found = document.components.schemas?.[name];
  if (found === undefined) throw new Error(`The document has no schema ${name}. Update the edit.`);
  return found;
};
const fields = (document: Document, name: string) => schema(document, name).properties ?? {};
const operation = (document: Document, method: 'get' | 'post' | 'put' | 'delete', path: string) => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found as OperationObject & Record<string, unknown>;
};
const required = (document: Document, name: string) => schema(document, name).required ?? [];
const without = <Item>(items: Item[], item: Item) => items.splice(items.indexOf(item), 1);
const text = { type: 'string', maxLength: 9, description: 'A text.', examples: ['a'] };
const response = (_document: Document, of: OperationObject, status: string) =>
  of.responses[status] as { headers: Record<string, unknown>; content: Record<string, unknown> };

const breakingRequests: Edit[] = [
  [
    'a query parameter becomes required',
    (d) => {
      const { parameters = [] } = operation(d, 'get', '/partner/usage');
      parameters.push({ name: 'year', in: 'query', required: true, schema: text });
      operation(d, 'get', '/partner/usage').parameters = parameters;
    },
    'Required `year` query parameter was added.',
  ],
  [
    'a required header is added to a request',
    (d) => {
      const one = operation(d, 'get', '/leaderboard/categories');
      const field = { name: 'X-Region', in: 'header' as const, required: true, schema: text };
      one.parameters = [...(one.parameters ?? []), field];
    },
    'Required `X-Region` header parameter was added.',
  ],
  [
    'a field of a request becomes required',
    (d) => required(d, 'WebhookEndpointInput').push('events'),
    'Properties of `WebhookEndpointInput` became required: `events`.',
  ],
  [
    'a required field is added to a request',
    (d) => {
      fields(d, 'MatchVoidInput').season = text;
      required(d, 'MatchVoidInput').push('season');
    },
    'Properties of `MatchVoidInput` became required: `season`.',
  ],
  [
    'a set of a request is closed further',
    (d) => Object.assign(schema(d, 'BestOf'), { enum: [1, 3, 5] }),
    "Enum of `BestOf` lost values: '7'",
  ],
  [
    'a text of a request may be shorter',
    (d) => Object.assign(schema(d, 'MatchLocation'), { maxLength: 3 }),
    '`maxLength` of `location` changed from',
  ],
  [
    'a list of a request may have fewer entries',
    (d) => Object.assign(fields(d, 'MatchBatch').matches ?? {}, { maxItems: 10 }),
    "`maxItems` of `matches` changed from '1000' to '10'.",
  ],
  [
    'a number of a request may be smaller',
    (d) => Object.assign(schema(d, 'WinScore'), { maximum: 5 }),
    'Upper bound of `winScore` changed',
  ],
  [
    'a pattern of a request changes',
    (d) => Object.assign(schema(d, 'CodeVerifier'), { pattern: '^[a-z]+$' }),
    '`pattern` of `code_verifier` was set',
  ],
  [
    'a field of a request gets a format',
    (d) => Object.assign(schema(d, 'GameFormat'), { format: 'uri' }),
    "`format` of `format` was set to 'uri'.",
  ],
  [
    'a type of a request is narrowed',
    (d) => Object.assign(fields(d, 'BalanceRequest').teamSize ?? {}, { type: 'null' }),
    "narrowed from 'integer' to 'null'.",
  ],
  [
    'a default changes',
    (d) => Object.assign(fields(d, 'MatchBatch').dryRun ?? {}, { default: true }),
    'The default went from false to true.',
  ],
  [
    'a scope becomes required',
    (d) => {
      const one = operation(d, 'get', '/partner/members');
      one['x-required-scopes'] = { key: ['key:member:read', 'key:match:submit'], user: [] };
    },
    'The scope key:match:submit became required.',
  ],
  [
    'a credential is no longer taken',
    (d) => operation(d, 'get', '/partner/member').security?.pop(),
    'is no longer accepted.',
  ],
  [
    'a credential becomes required',
    (d) =>
      Object.assign(operation(d, 'get', '/partner/oauth/scopes'), { security: [{ ApiKey: [] }] }),
    'Authentication became required.',
  ],
  [
    'a body may be smaller',
    (d) => Object.assign(operation(d, 'post', '/partner/tournament-import'), { 'x-body-limit': 9 }),
    'The body limit went from 5242880 to 9 bytes.',
  ],
  [
    'a key of a repeat is no longer honoured',
    (d) => delete operation(d, 'post', '/partner/tournament-import')['x-idempotent'],
    '`Idempotency-Key` is no longer honoured.',
  ],
  [
    'a POST is no longer safe',
    (d) => delete operation(d, 'post', '/partner/matches/predict')['x-safe'],
    'It is no longer safe to repeat',
  ],
  [
    'a POST that gives the same again no longer does',
    (d) => delete operation(d, 'post', '/partner/oauth/refresh')['x-repeatable'],
    'It is no longer safe to repeat',
  ],
  [
    'an operation counts in a smaller class',
    (d) =>
      Object.assign(operation(d, 'post', '/partner/matches'), { 'x-rate-limit-class': 'token' }),
    'The rate-limit class went from `ingest` to `token`',
  ],
  [
    'the list of an array parameter is written in another way',
    (d) => Object.assign(d.components.parameters?.SportFilter ?? {}, { style: 'pipeDelimited' }),
    '`style` of `sport` query parameter',
  ],
];

const breakingAnswers: Edit[] = [
  [
    'a closed set of an answer has a value more',
    (d) => schema(d, 'ScopeName').enum?.push('user:club:read'),
    "Enum of `ScopeName` gained values: 'user:club:read'.",
  ],
  [
    'a field of an answer may be missing',
    (d) => without(required(d, 'Member'), 'displayName'),
    'Properties of `Member` are no longer required: `displayName`.',
  ],
  [
    'a field of an answer may be null',
    (d) => Object.assign(fields(d, 'Member').age ?? {}, { type: ['integer', 'null'] }),
    "widened from 'integer' to 'integer | null'.",
  ],
  [
    'a field of an answer has another type',
    (d) => Object.assign(fields(d, 'Usage').limit ?? {}, { type: 'string' }),
    "to 'string'.",
  ],
  [
    'a header of an answer is removed',
    (d) => {
      const one = response(d, operation(d, 'post', '/partner/matches'), '200');
      delete one.headers['Idempotency-Replayed'];
    },
    'Response header `Idempotency-Replayed` was removed.',
  ],
  [
    'a required header of an answer may be missing',
    (d) => Object.assign(d.components.headers?.['Retry-After'] ?? {}, { required: false }),
    'The header field `Retry-After` may be missing now.',
  ],
  [
    'a status of an answer is removed',
    (d) => delete operation(d, 'post', '/partner/webhook-deliveries/replay').responses['202'],
    'Response `202` was removed.',
  ],
  [
    'an answer has another media type',
    (d) => {
      const one = response(d, operation(d, 'get', '/leaderboard/categories'), '200');
      one.content = { 'text/csv': { schema: text } };
    },
    'Media type `application/json` ',
  ],
  [
    'a length of an answer is no longer bounded',
    (d) => delete schema(d, 'DisplayName').maxLength,
    '`maxLength` of `displayName` was removed.',
  ],
  [
    'a list goes on in another way',
    (d) => delete operation(d, 'get', '/partner/search')['x-pagination'],
    'The pages of the list go on in another way',
  ],
  [
    'a class allows fewer requests',
    (d) => {
      const header = d.components.headers?.['RateLimit-Policy'] ?? {};
      const { schema: policy } = header as { schema: Schema };
      policy.examples = (policy.examples ?? []).map((one) =>
        String(one).replace('"default";q=600', '"default";q=60'),
      );
    },
    'The rate-limit class `default` went from 600 to 60 requests a minute.',
  ],
  [
    'an operation has another name',
    (d) => Object.assign(operation(d, 'get', '/partner/usage'), { operationId: 'usage.show' }),
    "changed from 'usage.get' to 'usage.show'.",
  ],
  [
    'an event comes without a header field',
    (d) => operation({ ...d, paths: d.webhooks ?? {} }, 'post', 'webhook.test').parameters?.pop(),
    'is no longer sent with the event.',
  ],
  [
    'a schema has another name',
    (d) => {
      const { HtmlPage: page, ...others } = d.components.schemas ?? {};
      Object.assign(d.components, { schemas: { ...others, WebPage: page } });
      const renamed = JSON.stringify(d).replaceAll('schemas/HtmlPage"', 'schemas/WebPage"');
      Object.assign(d, JSON.parse(renamed));
    },
    'The schema `HtmlPage`, a type of the client, was removed or has another name.',
  ],
];

const withoutNotice: Edit[] = [
  ['an operation is removed', (d) => delete d.paths['/partner/usage'], 'The operation `usage.get`'],
  ['an event is removed', (d) => delete d.webhooks?.['match.disputed'], 'The event match.disputed'],
  [
    'a parameter is removed',
    (d) => operation(d, 'get', '/partner/connections').parameters?.pop(),
    'parameter',
  ],
  ['a field of an answer is removed', (d) => delete fields(d, 'Member').city, '`city` of `Member`'],
  [
    'a field of a request is removed',
    (d) => delete fields(d, 'MatchBatch').partial,
    '`partial` of `MatchBatch`',
  ],
  [
    'a field has another name',
    (d) => {
      const of = fields(d, 'Lineup');
      const [first = ''] = Object.keys(of);
      of.renamed = of[first] ?? {};
      delete of[first];
    },
    'of `Lineup`',
  ],
  [
    'a field of an object inside is removed',
    (d) => delete fields(d, 'MemberStatus').isGhost,
    '`isGhost` of `MemberStatus`',
  ],
  [
    'a value of an open set is removed',
    (d) => (schema(d, 'SportCode')['x-extensible-enum'] as string[]).pop(),
    'of `SportCode`',
  ],
  [
    'a value of a closed set is removed',
    (d) => schema(d, 'GenderInput').enum?.pop(),
    'The value `UNKNOWN` of `GenderInput`',
  ],
];

/** Marks the parts that the edits below remove as deprecated, with this sunset. */
function deprecate(document: Document, sunset: string): void {
  const dates = { ...notice, 'x-sunset': sunset };
  Object.assign(operation(document, 'get', '/partner/usage'), dates);
  Object.assign(fields(document, 'Member').zip ?? {}, dates);
  Object.assign(fields(document, 'Tournament').endDate ?? {}, dates);
  fields(document, 'Member').email = { ...fields(document, 'Member').email, ...dates };
  const { parameters = [] } = operation(document, 'get', '/leaderboard/categories');
  parameters.push({ name: 'old', in: 'query', ...dates, schema: text });
  operation(document, 'get', '/leaderboard/categories').parameters = parameters;
  schema(document, 'SportCode')['x-deprecated-values'] = { racquetball: dates };
  schema(document, 'GenderInput')['x-deprecated-values'] = { UNKNOWN: dates };
}

const withNotice: Edit[] = [
  ['an operation', (d) => delete d.paths['/partner/usage'], 'The operation `usage.get`'],
  ['a field of an answer', (d) => delete fields(d, 'Member').zip, '`zip` of `Member`'],
  [
    'a field of a request',
    (d) => delete fields(d, 'Tournament').endDate,
    '`endDate` of `Tournament`',
  ],
  [
    'a field that refers to its schema',
    (d) => delete fields(d, 'Member').email,
    '`email` of `Member`',
  ],
  [
    'a parameter',
    (d) => operation(d, 'get', '/leaderboard/categories').parameters?.pop(),
    'The query parameter `old`',
  ],
  [
    'a value of an open set',
    (d) => without(schema(d, 'SportCode')['x-extensible-enum'] as string[], 'racquetball'),
    'The value `racquetball` of `SportCode`',
  ],
  [
    'a value of a closed set',
    (d) => without(schema(d, 'GenderInput').enum ?? [], 'UNKNOWN'),
    'The value `UNKNOWN` of `GenderInput`',
  ],
];

/** Additions, each with a part of its message or of its pointer. */
const additions: Edit[] = [
  [
    'an operation',
    (d) => {
      const { responses } = operation(d, 'get', '/partner/oauth/scopes');
      d.paths['/partner/clubs'] = { get: { operationId: 'clubs.list', responses, security: [] } };
    },
    '/paths/~1partner~1clubs',
  ],
  [
    'a field of an answer',
    (d) => Object.assign(fields(d, 'Member'), { nickname: text }),
    '/nickname',
  ],
  [
    'a required field of an answer',
    (d) => {
      fields(d, 'Usage').season = text;
      required(d, 'Usage').push('season');
    },
    '/season',
  ],
  [
    'an optional field of a request',
    (d) => Object.assign(fields(d, 'WebhookEndpointInput'), { label: text }),
    '/label',
  ],
  [
    'an optional parameter',
    (d) => {
      const one = operation(d, 'get', '/partner/usage');
      one.parameters = [...(one.parameters ?? []), { name: 'month', in: 'query', schema: text }];
    },
    '/parameters',
  ],
  [
    'a value of a closed set of a request',
    (d) => schema(d, 'GeographicScope').enum?.push('club'),
    'The set of a request takes club as well.',
  ],
  [
    'a value of an open set',
    (d) => (schema(d, 'SportCode')['x-extensible-enum'] as string[]).push('croquet'),
    'The value `croquet` of `SportCode` was added.',
  ],
  [
    'a header of an answer',
    (d) => {
      const one = response(d, operation(d, 'get', '/partner/oauth/scopes'), '200');
      one.headers['X-Region'] = { description: 'The region.', schema: text };
    },
    '/headers/X-Region',
  ],
  [
    'a status of an answer',
    (d) => {
      const one = operation(d, 'post', '/leaderboard/rank');
      one.responses['410'] = { description: 'Gone.' };
    },
    '/responses/410',
  ],
  [
    'an alternative of an open union',
    (d) => {
      const { oneOf = [], discriminator } = schema(d, 'WebhookEvent');
      const closed = { ...schema(d, 'WebhookTestEvent'), description: 'Event `club.closed`.' };
      d.components.schemas = { ...d.components.schemas, ClubClosedEvent: closed };
      oneOf.push({ $ref: '#/components/schemas/ClubClosedEvent' });
      const { mapping } = discriminator as { mapping: Record<string, string> };
      mapping['club.closed'] = '#/components/schemas/ClubClosedEvent';
    },
    'The schema `ClubClosedEvent` was added.',
  ],
  [
    'a schema that is used',
    (d) => {
      d.components.schemas = { ...d.components.schemas, Club: { type: 'object' } };
      fields(d, 'MatchAnswer').club = { $ref: '#/components/schemas/Club' };
    },
    'The schema `Club` was added.',
  ],
];

const harmless: Edit[] = [
  [
    'a scope less',
    (d) => (operation(d, 'get', '/partner/members')['x-required-scopes'] = {}),
    'scopes',
  ],
  [
    'a longer text in a request',
    (d) => Object.assign(schema(d, 'CodeVerifier'), { maxLength: 999 }),
    'maxLength',
  ],
  [
    'more entries in a request',
    (d) => Object.assign(fields(d, 'MatchBatch').matches ?? {}, { maxItems: 2000 }),
    'maxItems',
  ],
  [
    'a shorter text in an answer',
    (d) => Object.assign(schema(d, 'DisplayName'), { maxLength: 9 }),
    'maxLength',
  ],
  [
    'a field of a request that may be left out',
    (d) => required(d, 'BalanceRequest').pop(),
    'required',
  ],
  [
    'a higher body limit',
    (d) =>
      Object.assign(operation(d, 'post', '/partner/tournament-import'), {
        'x-body-limit': 9_000_000,
      }),
    'x-body-limit',
  ],
  [
    'a POST that became safe',
    (d) => Object.assign(operation(d, 'post', '/partner/matches'), { 'x-safe': true }),
    'x-safe',
  ],
  [
    'a class that allows as much',
    (d) => delete operation(d, 'post', '/partner/matches')['x-rate-limit-class'],
    'x-rate-limit-class',
  ],
  [
    'a description',
    (d) => Object.assign(schema(d, 'Member'), { description: 'Somebody.' }),
    'description',
  ],
  [
    'a summary',
    (d) => Object.assign(operation(d, 'get', '/partner/usage'), { summary: 'Usage' }),
    'summary',
  ],
  [
    'what is deprecated',
    (d) => Object.assign(fields(d, 'Member').zip ?? {}, { ...notice, 'x-sunset': '2027-01-01' }),
    'deprecated',
  ],
  [
    'an operation that is deprecated',
    (d) =>
      Object.assign(operation(d, 'get', '/partner/search'), {
        ...notice,
        'x-sunset': '2027-01-01',
      }),
    'x-sunset',
  ],
];

/** Returns the messages and places of the changes that need the bump `impact`. */
function said({ changes }: DocumentChanges, impact: string): string[] {
  return changes
    .filter((change) => change.impact === impact)
    .flatMap(({ path, property, verdicts }) => [
      `${path} ${property ?? ''}`,
      ...verdicts.map(({ message }) => message),
    ]);
}

const anySentence = (part: string) => expect.arrayContaining([expect.stringContaining(part)]);

describe.each([
  ['what callers send', breakingRequests],
  ['what callers receive', breakingAnswers],
])('breaks %s, and needs a major version:', (_, edits) => {
  let found: DocumentChanges;
  beforeAll(() => {
    found = compared(edits);
  });

  testRows(edits)('every edit', (_, __, sentence) => {
    expect(said(found, 'major')).toEqual(anySentence(sentence));
  });
});

describe('is refused with any changeset, because there was no notice:', () => {
  let found: DocumentChanges;
  beforeAll(() => {
    found = compared(withoutNotice);
  });

  testRows(withoutNotice)('every edit', (_, __, named) => {
    const refusals = found.refusals.filter((one) => one.endsWith('and had not been deprecated.'));
    expect(refusals).toEqual(anySentence(named));
  });
});

describe('is refused until its sunset, and may go after it:', () => {
  let [early, due]: DocumentChanges[] = [];
  beforeAll(() => {
    early = compared(withNotice, (document) => deprecate(document, '2026-11-23'));
    due = compared(withNotice, (document) => deprecate(document, '2026-11-22'));
  });

  testRows(withNotice)('every edit', (_, __, named) => {
    expect(early?.refusals).toEqual(anySentence(named));
    expect(early?.refusals).toEqual(anySentence('and lives until 2026-11-23.'));
    expect(due?.refusals).toEqual([]);
    expect(due?.bump).toBe('major');
  });
});

describe.each([
  ['adds, and needs a minor version:', additions, 'minor'],
  ['changes nothing for programs, and needs a patch:', harmless, 'patch'],
] as const)('%s', (_, edits, impact) => {
  let found: DocumentChanges;
  beforeAll(() => {
    found = compared(edits);
  });

  testRows(edits)('every edit', (_, __, sentence) => {
    expect(said(found, impact)).toEqual(anySentence(sentence));
    expect(said(found, 'major')).toEqual([]);
    expect(found.refusals).toEqual([]);
    expect(found.bump).toBe(impact);
  });
});

it('at least 72 edits are tested', () => {
  const tables = [
    breakingRequests,
    breakingAnswers,
    withoutNotice,
    withNotice,
    additions,
    harmless,
  ];
  expect(tables.flat().length).toBeGreaterThanOrEqual(72);
});
