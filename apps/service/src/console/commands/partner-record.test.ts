import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findCallerByKey, findCallerByToken } from '../../platform/http/caller.ts';
import {
  insertAccessToken,
  insertConnection,
  insertEndpoint,
  insertMember,
} from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { OperatorError } from '../terminal.ts';
import { typedAt as now, operatorDependencies } from '../testing/operator-dependencies.ts';
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

describe('a partner that an operator deletes', () => {
  let dependencies: Dependencies;
  let apiKey: string;
  let applicationId: string;
  let token: string;
  let memberId: string;

  beforeEach(async () => {
    dependencies = await operatorDependencies();
    const { database } = dependencies;
    const create = ['partner', 'create', 'courtside-club', '--name', 'Courtside Club'];
    const made = await run('', ...create, '--redirect-uri', CALLBACK, '--json');
    ({ apiKey, applicationId } = JSON.parse(made));
    ({ id: memberId } = await insertMember(database));
    const connectionId = await insertConnection(database, applicationId, memberId);
    token = await insertAccessToken(database, connectionId, []);
    await insertEndpoint(database, applicationId);
    await insertDueDeliveries(database, applicationId, 1);
  });

  const run = async (input: string, ...words: string[]) =>
    (await runOperator(dependencies, words, input)).join('\n');
  const remove = (...words: string[]) => run('', 'partner', 'delete', 'courtside-club', ...words);
  const isLive = async () => {
    const { database } = dependencies;
    return [
      (await findCallerByKey(database, apiKey, now)) !== null,
      (await findCallerByToken(database, token, now)) !== null,
    ];
  };

  it('loses keys, tokens, connections, endpoints and what waited for them', async () => {
    expect(await isLive()).toEqual([true, true]);
    expect(JSON.parse(await remove('--yes', '--json'))).toEqual({
      clientId: 'courtside-club',
      deleted: true,
      keys: 1,
      connections: 1,
      endpoints: 1,
    });
    expect(await isLive()).toEqual([false, false]);
    expect(await dependencies.database.selectFrom('webhook_endpoint').execute()).toEqual([]);
    expect(await run('', 'delivery', 'list')).toContain('failed');
    expect(JSON.parse(await run('', 'member', 'show', memberId, '--json')).partners).toEqual([]);
  });

  it('stays by name, as deleted, and in the audit of those whom it concerned', async () => {
    await remove('--yes', '--reason', 'the club closed');
    expect(await run('', 'partner', 'list')).toContain(`deleted ${now.toISOString()}`);
    expect(await run('', 'partner', 'show', 'courtside-club')).toContain('Name          Courtside');
    expect(await run('', 'audit', 'list', '--partner', 'courtside-club')).toContain(
      'partner.deleted  courtside-club  {"keys":1,"reason":"the club closed","endpoints":1,"connections":1}',
    );
    const [ofPlayer] = await runOperator(dependencies, ['audit', 'list', '--member', memberId]);
    expect(ofPlayer).toContain('operator  connection.revoked  courtside-club');
  });

  it('goes after its client_id was typed, and not after anything else', async () => {
    const words = ['partner', 'delete', 'courtside-club'];
    await expect(run('yes', ...words)).rejects.toThrow('Nothing was deleted');
    expect(await isLive()).toEqual([true, true]);
    expect(await run('courtside-club', ...words)).toContain('Deleted courtside-club.');
  });

  it.each([
    ['once more', ['delete', 'courtside-club', '--yes']],
    ['to be edited', ['edit', 'courtside-club', '--name', 'Courtside']],
    ['to be resumed', ['resume', 'courtside-club']],
    ['to have a limit', ['limits', 'courtside-club', '--set', 'ingest=1']],
    ['to have a key', ['key', 'create', 'courtside-club']],
  ])('is not there %s', async (_, words) => {
    await remove('--yes');
    const refused = run('', 'partner', ...words);
    await expect(refused).rejects.toThrow(/was deleted at .*another client_id/);
    await expect(refused).rejects.toBeInstanceOf(OperatorError);
  });

  it('gives its client_id to nobody', async () => {
    await remove('--yes');
    const create = ['partner', 'create', 'courtside-club', '--name', 'Another Club'];
    await expect(run('', ...create, '--redirect-uri', CALLBACK)).rejects.toThrow(
      /Choose another client_id/,
    );
  });

  it('asks no program, and ends nobody who is not there', async () => {
    await expect(remove('--json')).rejects.toThrow(/say --yes too/);
    await expect(run('', 'partner', 'delete', 'nobody', '--yes')).rejects.toThrow(/create nobody/);
  });
});
