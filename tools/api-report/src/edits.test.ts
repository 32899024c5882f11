import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiChange, compareReports } from './compare-reports.ts';

// Edits of the code, as the report has them, each by itself. What breaks needs a major version, or a minor one
// below 1.0.0; what does not, a minor one. Nothing that can be seen needs none.
const packages = resolve(import.meta.dirname, '../../../packages');

interface Edit {
  name: string;
  package: 'client' | 'server' | 'mock';
  from: string | RegExp;
  to: string;
  /** What the change is listed under. */
  named: string;
}

const client = (name: string, from: string | RegExp, to: string, named: string): Edit => ({
  name,
  package: 'client',
  from,
  to,
  named,
});
const server = (...edit: Parameters<typeof client>): Edit => ({
  ...client(...edit),
  package: 'server',
});
const mock = (...edit: Parameters<typeof client>): Edit => ({
  ...client(...edit),
  package: 'mock',
});

const breaking = [
  client(
    'an export is removed',
    /^ {8}generatePkce,\n/m,
    '',
    '@partner-rating/client generatePkce',
  ),
  client(
    'an export is renamed',
    /^ {8}verifyWebhook,$/m,
    '        verifyWebhook as checkWebhook,',
    '@partner-rating/client/webhooks verifyWebhook',
  ),
  client('an entry goes', /^- `testing` is .*\n/m, '', '@partner-rating/client/testing example'),
  client('a method is renamed', '    listScopes(', '    scopes(', 'OAuthOperations'),
  client(
    'a parameter becomes required',
    'getBulk(query: MembersGetBulkQuery, options?:',
    'getBulk(query: MembersGetBulkQuery, options:',
    'Members',
  ),
  client(
    'a parameter takes less',
    'getBulk(query: MembersGetBulkQuery,',
    'getBulk(query: MembersGetBulkQuery & { sport: SportCode },',
    'Members',
  ),
  client(
    'a method returns something else',
    /(?<=getBulk\(.*): ResponsePromise<Member\[\]>/,
    ': ResponsePromise<unknown>',
    'Members',
  ),
  client(
    'a constructor needs more',
    'constructor(input: TokenSessionOptions);',
    'constructor(input: TokenSessionOptions, clock: () => Date);',
    '@partner-rating/client TokenSession',
  ),
  client(
    'an option of another type',
    /(?<=interface RequestOptions \{[^}]*)timeoutMs\?: number/,
    'timeoutMs?: string',
    '@partner-rating/client RequestOptions',
  ),
  client(
    'an optional field is removed from what comes out',
    /(?<=type Member = \{[^}]*) {4}city\?: City;\n/,
    '',
    '@partner-rating/client Member',
  ),
  client(
    'a field of what comes out may be missing',
    /(?<=type Member = \{\n) {4}id: /,
    '    id?: ',
    '@partner-rating/client Member',
  ),
  client(
    'a required field is added to what goes in',
    'type MatchBatch = {\n',
    'type MatchBatch = {\n    court: string;\n',
    '@partner-rating/client MatchBatch',
  ),
  client(
    'a type becomes narrower where it goes in too',
    /type MemberId = .*/,
    "type MemberId = 'mem_1';",
    '@partner-rating/client MemberId',
  ),
  client(
    'a type takes another parameter',
    'interface WithResponse<Result> {',
    'interface WithResponse<Result, Headers> {',
    '@partner-rating/client WithResponse',
  ),
  server(
    'an interface that others implement needs one method more',
    /interface IdempotencyStore \{\n/,
    'interface IdempotencyStore {\n    close(): Promise<void>;\n',
    '@partner-rating/server IdempotencyStore',
  ),
  mock('a scenario goes', "'key-revoked' | ", '', '@partner-rating/mock ScenarioName'),
];

const harmless = [
  client(
    'an export is added',
    /^ {8}generatePkce,$/m,
    '        generatePkce,\n        generatePkce as createPkce,',
    '@partner-rating/client createPkce',
  ),
  client(
    'a method is added',
    '    listScopes(',
    '    describe(): string;\n    listScopes(',
    'OAuthOperations',
  ),
  client(
    'an optional parameter is added',
    'constructor(input: TokenSessionOptions);',
    'constructor(input: TokenSessionOptions, clock?: () => Date);',
    '@partner-rating/client TokenSession',
  ),
  client(
    'an optional field is added to what goes in',
    'type MatchBatch = {\n',
    'type MatchBatch = {\n    court?: string;\n',
    '@partner-rating/client MatchBatch',
  ),
  client(
    'a field is added to what comes out',
    'type Member = {\n',
    'type Member = {\n    nickname: string;\n',
    '@partner-rating/client Member',
  ),
  client(
    'an open set has one value more',
    'type SportCode = ',
    "type SportCode = 'croquet' | ",
    '@partner-rating/client SportCode',
  ),
  client(
    'an operation is added',
    /type OperationId = (?=')/,
    "type OperationId = 'members.greet' | ",
    '@partner-rating/client OperationId',
  ),
  server(
    'a list of the catalogue has one entry more',
    /const sports: readonly \[/,
    "const sports: readonly [{ readonly code: 'croquet'; readonly name: 'Croquet' }, ",
    '@partner-rating/server/catalogue sports',
  ),
  mock(
    'a scenario is added',
    'type ScenarioName = ',
    "type ScenarioName = 'slow' | ",
    '@partner-rating/mock ScenarioName',
  ),
];

let found: Map<Edit, ApiChange[]>;
beforeAll(() => {
  const edits = [...breaking, ...harmless];
  const pairs = edits.map((edit) => {
    const folder = join(packages, edit.package);
    const released = readFileSync(join(folder, 'api-report.md'), 'utf8');
    const current = released.replace(edit.from, edit.to);
    if (current === released) throw new Error(`"${edit.name}" edits nothing. Update it.`);
    return { folder, released, current };
  });
  const changes = compareReports(pairs);
  found = new Map(edits.map((edit, index) => [edit, changes[index] ?? []]));
});

describe('breaks those who use the package', () => {
  it.each(breaking)('$name ($named)', (edit) => {
    const names = found.get(edit)?.flatMap(({ name, isBreaking }) => (isBreaking ? [name] : []));
    expect(names).toContain(edit.named);
  });
});

describe('breaks nobody, and can be seen', () => {
  it.each(harmless)('$name ($named)', (edit) => {
    expect(found.get(edit)).toEqual([
      expect.objectContaining({ name: edit.named, isBreaking: false }),
    ]);
  });
});

it('the same report twice differs in nothing', () => {
  const folder = join(packages, 'mock');
  const report = readFileSync(join(folder, 'api-report.md'), 'utf8');
  expect(compareReports([{ folder, released: report, current: report }])).toEqual([[]]);
});

it('what is no report is refused in a sentence', () => {
  const pair = { folder: join(packages, 'mock'), released: '', current: '' };
  expect(() => compareReports([pair])).toThrow(
    'This is no API report. Run `npx -y pnpm@12 generate`.',
  );
});
