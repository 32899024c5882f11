import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { entryFiles } from '../scripts/entry-files.ts';
import { compilerOptions } from './compiler-options.ts';

test('no published type is any', () => {
  const program = ts.createProgram(Object.values(entryFiles), {
    ...compilerOptions,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
  });
  const found: string[] = [];
  program.emit(undefined, (file, code) => {
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true);
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${file}: ${node.parent.getText()}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  });
  expect(found).toEqual([]);
});

describe('an editor offers', () => {
  const file = entryFiles['@partner-rating/client']?.replace('index.ts', 'completed-here.ts') ?? '';
  let code = '';
  const service = ts.createLanguageService({
    getCompilationSettings: () => compilerOptions,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? code : ''),
    getScriptSnapshot: (name) => {
      const text = name === file ? code : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '',
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });

  /** Returns the suggestions at the bar in the code. */
  function offered(line: string): string[] {
    const before = [
      "import { type Member, type PartnerRatingClient, type PartnerRatingError, ratingFor } from './index.ts';",
      "import { example, type ExampleService } from './testing/index.ts';",
      "import type { WebhookEvent } from './webhooks/index.ts';",
      'declare const client: PartnerRatingClient;',
      'declare const error: PartnerRatingError;',
      'declare const event: WebhookEvent;',
      'declare const member: Member;',
      'declare const service: ExampleService;',
      '',
    ].join('\n');
    code = before + line.replace('|', '');
    const position = before.length + line.indexOf('|');
    const completions = service.getCompletionsAtPosition(file, position, {});
    return completions?.entries.map(({ name }) => name) ?? [];
  }

  test.each([
    [
      'the sports',
      "client.members.get(undefined, { sport: '|' })",
      ['pickleball', 'padel', 'racquetball'],
    ],
    ['the sports of ratings', "ratingFor(member, '|')", ['pickleball', 'padel', 'racquetball']],
    [
      'the codes of errors',
      "if (error.code === '|') {}",
      ['not_found', 'invalid_grant', 'timeout'],
    ],
    ['the types of events', "if (event.type === '|') {}", ['rating.updated', 'webhook.test']],
    ['the genders', "if (member.gender === '|') {}", ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN']],
    [
      'the scopes',
      "client.oauth.authorize({ redirect_uri: 'https://a.example', scope: ['|'] })",
      ['user:match:submit', 'user:rating:history'],
    ],
    [
      'a single scope',
      "client.oauth.authorize({ redirect_uri: 'https://a.example', scope: '|' })",
      ['user:match:submit'],
    ],
    ['the operations', "service.answer('|')", ['members.get', 'usage.get']],
    [
      'the examples of an operation',
      "service.answer('members.get', '|')",
      ['members.get', 'members.get-every-scope', 'error-not_connected', 'error-rate_limited'],
    ],
    ['the fields of an answer', "service.answer('members.get', { body: { | } })", ['displayName']],
    ['every example', "example('|')", ['matches.submit-request', 'events.ratingUpdated']],
  ])('%s', (_, line, names) => {
    expect(offered(line)).toEqual(expect.arrayContaining(names));
  });

  test('no example of another operation', () => {
    expect(offered("service.answer('usage.get', '|')")).not.toContain('members.get');
  });
});
