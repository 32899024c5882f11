import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { insertConnection, insertMember } from '../../testing/builders.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

const MISTYPED = 'https://courtside.example/calback';
const CALLBACK = 'https://courtside.example/callback';
const APP = 'com.courtside.app:/callback';

describe('a partner that an operator looks at and edits', () => {
  let dependencies: Dependencies;

  beforeEach(async () => {
    dependencies = await operatorDependencies();
    await run(
      ...['partner', 'create', 'courtside-club', '--name', 'Courtside Club'],
      ...['--redirect-uri', MISTYPED, APP],
    );
  });

  const run = async (...words: string[]) => (await runOperator(dependencies, words)).join('\n');

  const edit = (...words: string[]) => run('partner', 'edit', 'courtside-club', ...words);
  const shown = async () => JSON.parse(await run('partner', 'show', 'courtside-club', '--json'));

  it('has one address corrected, and the others stay', async () => {
    const output = await edit('--remove-redirect-uri', MISTYPED, '--add-redirect-uri', CALLBACK);
    expect(output).toBe(
      [
        'Name          Courtside Club',
        `Redirects to  ${APP}`,
        `Redirects to  ${CALLBACK}`,
        'Tokens        bearer, or bound to a key (DPoP)',
      ].join('\n'),
    );
    expect(await shown()).toMatchObject({ redirectUris: [APP, CALLBACK] });
  });

  it('has all addresses and the name replaced', async () => {
    expect(
      JSON.parse(await edit('--name', 'Courtside', '--redirect-uri', CALLBACK, '--json')),
    ).toEqual({
      clientId: 'courtside-club',
      name: 'Courtside',
      redirectUris: [CALLBACK],
      requireDpop: false,
    });
  });

  it('gets tokens bound to a key only, and bearer tokens again', async () => {
    expect(await edit('--require-dpop')).toContain('Tokens        bound to a key (DPoP) only');
    expect(await shown()).toMatchObject({ requireDpop: true });
    expect(await edit('--no-require-dpop')).toContain('Tokens        bearer, or bound');
    expect(await shown()).toMatchObject({ requireDpop: false });
  });

  it('leaves in the audit what was before and after, and nothing where nothing changed', async () => {
    await edit('--name', 'Courtside');
    await edit('--name', 'Courtside', '--add-redirect-uri', APP);
    const entries = await dependencies.database
      .selectFrom('audit_entry')
      .select(['actor', 'details'])
      .where('action', '=', 'partner.edited')
      .execute();
    const unchanged = { redirectUris: [MISTYPED, APP], requireDpop: false };
    expect(entries).toEqual([
      {
        actor: 'operator',
        details: {
          before: { name: 'Courtside Club', ...unchanged },
          after: { name: 'Courtside', ...unchanged },
        },
      },
    ]);
  });

  it.each([
    ['no change', [], /Say what to change/],
    ['an address that it does not have', ['--remove-redirect-uri', CALLBACK], /none of its/],
    ['the last address', ['--remove-redirect-uri', MISTYPED, APP], /at least one/],
    ['one that is none', ['--add-redirect-uri', 'javascript:alert(1)'], /This is not one/],
    ['all and some at once', ['--redirect-uri', APP, '--add-redirect-uri', CALLBACK], /Give all/],
    ['an empty name', ['--name', ' '], /1 to 100 characters/],
    ['a name that deceives', ['--name', 'Court\u202eside'], /character 6, U\+202E RIGHT-TO-LEFT/],
  ])('refuses %s, and changes nothing', async (_, words, message) => {
    const before = await shown();
    const edited = edit(...words);
    await expect(edited).rejects.toThrow(message);
    await expect(edited).rejects.toBeInstanceOf(OperatorError);
    expect(await shown()).toEqual(before);
  });

  it('is refused where there is none with that client_id', async () => {
    await expect(run('partner', 'edit', 'nobody', '--name', 'X')).rejects.toThrow(/create nobody/);
    await expect(run('partner', 'show', 'nobody')).rejects.toThrow(/create nobody/);
  });

  it('is shown with what it has and does', async () => {
    const { applicationId } = await shown();
    const { database } = dependencies;
    const member = await insertMember(database);
    await insertConnection(database, applicationId, member.id);
    await run('partner', 'key', 'create', 'courtside-club', '--expires', '2026-09-12T17:00:00Z');
    await run('partner', 'limits', 'courtside-club', '--set', 'ingest=1200', 'default=0');
    const output = await run('partner', 'show', 'courtside-club');
    for (const line of [
      'State         live',
      `Redirects to  ${MISTYPED}`,
      `Redirects to  ${APP}`,
      'Own limits    default none, ingest 1200',
      'Live keys     1, last used never',
      'Connected     1 player',
      'Webhooks      0 endpoints, 0 failing',
      'Batches       0, the last never',
    ]) {
      expect(output.split('\n')).toContain(line);
    }
  });

  it('is listed for programs, a JSON object a line, with its keys', async () => {
    const listed = JSON.parse(await run('partner', 'list', '--json'));
    expect(listed).toMatchObject({ clientId: 'courtside-club', suspendedAt: null });
    const key = JSON.parse(await run('partner', 'key', 'list', 'courtside-club', '--json'));
    expect(key).toMatchObject({ prefix: expect.stringMatching(/^prk_/), revokedAt: null });
    expect(Object.keys(key)).not.toContain('secretHash');
  });
});
