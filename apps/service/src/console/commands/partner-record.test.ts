import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { findCallerByKey, findCallerByToken } from '../../platform/http/caller.ts';
import {
  insertAccessToken,
  insertConnection,
  insertEndpoint,
  insertMember,
} from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { OperatorError } from '../terminal.ts';
import { CALLBACK, typedAt as now, useOperator } from '../testing/operator.ts';

const MISTYPED = 'https://courtside.example/calback';

const APP = 'com.courtside.app:/callback';

describe('a partner that an operator looks at and edits', () => {
  const { database, run, json } = useOperator();

  beforeEach(async () => {
    const name = ['--name', 'Courtside Club'];
    await run('partner', 'create', 'courtside-club', ...name, '--redirect-uri', MISTYPED, APP);
  });

  const edit = (...words: string[]) => run('partner', 'edit', 'courtside-club', ...words);
  const shown = async () => (await json('partner', 'show', 'courtside-club'))[0];

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
    await edit('--name', 'Courtside', '--redirect-uri', CALLBACK);
    expect(await shown()).toMatchObject({ name: 'Courtside', redirectUris: [CALLBACK] });
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
    const unchanged = { redirectUris: [MISTYPED, APP], requireDpop: false };
    const details = {
      before: { name: 'Courtside Club', ...unchanged },
      after: { name: 'Courtside', ...unchanged },
    };
    expect(await json('audit', 'list', '--action', 'partner.edited')).toMatchObject([
      { actor: 'operator', details },
    ]);
  });

  testRows<[string, string[], RegExp]>([
    ['no change', [], /Say what to change/],
    ['an address that it does not have', ['--remove-redirect-uri', CALLBACK], /none of its/],
    ['the last address', ['--remove-redirect-uri', MISTYPED, APP], /at least one/],
    ['one that is none', ['--add-redirect-uri', 'javascript:alert(1)'], /This is not one/],
    ['all and some at once', ['--redirect-uri', APP, '--add-redirect-uri', CALLBACK], /Give all/],
    ['an empty name', ['--name', ' '], /1 to 100 characters/],
    ['a name that deceives', ['--name', 'Court\u202eside'], /character 6, U\+202E RIGHT-TO-LEFT/],
  ])('refuses another change, and changes nothing', async (_, words, message) => {
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
    const member = await insertMember(database());
    await insertConnection(database(), applicationId, member.id);
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
    const [listed] = await json('partner', 'list');
    expect(listed).toMatchObject({ clientId: 'courtside-club', suspendedAt: null });
    const [key] = await json('partner', 'key', 'list', 'courtside-club');
    expect(key).toMatchObject({ prefix: expect.stringMatching(/^prk_/), revokedAt: null });
    expect(Object.keys(key)).not.toContain('secretHash');
  });
});

describe('a partner that an operator deletes', () => {
  const { database, run, json, typing, createPartner } = useOperator();
  let apiKey: string;
  let token: string;
  let memberId: string;

  beforeEach(async () => {
    const made = await createPartner();
    apiKey = made.apiKey;
    ({ id: memberId } = await insertMember(database()));
    const connectionId = await insertConnection(database(), made.applicationId, memberId);
    token = await insertAccessToken(database(), connectionId, []);
    await insertEndpoint(database(), made.applicationId);
    await insertDueDeliveries(database(), made.applicationId, 1);
  });

  const remove = (...words: string[]) => run('partner', 'delete', 'courtside-club', ...words);
  const isLive = async () => [
    (await findCallerByKey(database(), apiKey, now)) !== null,
    (await findCallerByToken(database(), token, now)) !== null,
  ];

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
    expect(await database().selectFrom('webhook_endpoint').execute()).toEqual([]);
    expect(await run('delivery', 'list')).toContain('failed');
    expect((await json('member', 'show', memberId))[0].partners).toEqual([]);
  });

  it('stays by name, as deleted, and in the audit of those whom it concerned', async () => {
    await remove('--yes', '--reason', 'the club closed');
    expect(await run('partner', 'list')).toContain(`deleted ${now.toISOString()}`);
    expect(await run('partner', 'show', 'courtside-club')).toMatch(/^Name +Courtside/m);
    expect(await run('audit', 'list', '--partner', 'courtside-club')).toContain(
      'partner.deleted  courtside-club  {"keys":1,"reason":"the club closed","endpoints":1,"connections":1}',
    );
    expect(await run('audit', 'list', '--member', memberId)).toContain(
      'operator  connection.revoked  courtside-club',
    );
  });

  it('goes after its client_id was typed, and not after anything else', async () => {
    const words = ['partner', 'delete', 'courtside-club'];
    await expect(typing('yes', ...words)).rejects.toThrow('Nothing was deleted');
    expect(await isLive()).toEqual([true, true]);
    expect(await typing('courtside-club', ...words)).toContain('Deleted courtside-club.');
  });

  it('is not there to be deleted again, edited or resumed, or to have a limit or a key', async () => {
    await remove('--yes');
    for (const words of [
      ['delete', 'courtside-club', '--yes'],
      ['edit', 'courtside-club', '--name', 'Courtside'],
      ['resume', 'courtside-club'],
      ['limits', 'courtside-club', '--set', 'ingest=1'],
      ['key', 'create', 'courtside-club'],
    ]) {
      const refused = run('partner', ...words);
      await expect(refused).rejects.toThrow(/was deleted at .*another client_id/);
      await expect(refused).rejects.toBeInstanceOf(OperatorError);
    }
  });

  it('gives its client_id to nobody', async () => {
    await remove('--yes');
    await expect(createPartner()).rejects.toThrow(/Choose another client_id/);
  });

  it('asks no program, and ends nobody who is not there', async () => {
    await expect(remove('--json')).rejects.toThrow(/say --yes too/);
    await expect(run('partner', 'delete', 'nobody', '--yes')).rejects.toThrow(/create nobody/);
  });
});
