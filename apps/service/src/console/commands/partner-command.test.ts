import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { findCallerByKey, findCallerByToken } from '../../platform/http/caller.ts';
import { insertAccessToken, insertConnection, insertMember } from '../../testing/builders.ts';
import { KEY_SCOPES } from '../actions/keys.ts';
import { OperatorError } from '../terminal.ts';
import { CALLBACK, typedAt as now, useOperator } from '../testing/operator.ts';

describe('partners of the operator', () => {
  const { dependencies, database, run, json, createPartner } = useOperator();
  const create = ['partner', 'create', 'courtside-club', '--name', 'Courtside Club'];
  const createKey = async (...words: string[]) =>
    (await json('partner', 'key', 'create', 'courtside-club', ...words))[0];
  const callerOf = (key: string) => findCallerByKey(database(), key, now);

  it('makes a partner with a first key that works and has every scope but those of imports and trust', async () => {
    const printed = await run(...create, '--redirect-uri', CALLBACK);
    expect(printed).toContain('client_id    courtside-club');
    const caller = await callerOf(/prk_\S+/.exec(printed)?.[0] ?? '');
    expect(caller?.clientId).toBe('courtside-club');
    expect([...(caller?.scopes ?? [])]).toEqual(
      KEY_SCOPES.filter((scope) => !/tournament|trusted/.test(scope)),
    );
  });

  it('refuses a client_id that is taken', async () => {
    await createPartner();
    await expect(createPartner()).rejects.toThrow(/courtside-club already/);
  });

  testRows([
    'http://courtside.example/callback',
    'https://courtside.example/callback#top',
    'https://user@courtside.example/callback',
    '/callback',
    'myapp:callback',
    'https://courtside.example/zurück',
    'javascript:alert(1)',
  ])('refuses another redirect address', async (uri) => {
    await expect(run(...create, '--redirect-uri', uri)).rejects.toThrow(OperatorError);
  });

  it('takes a redirect address on loopback by plain http', async () => {
    await run(...create, '--redirect-uri', 'http://127.0.0.1:4000/callback');
  });

  it('makes more keys, which work side by side, and one that stops working when it expires', async () => {
    const first = await createPartner();
    const second = await createKey('--scope', 'key:member:read');
    const expired = await createKey('--expires', '2026-09-12T18:00:00Z');
    expect(await callerOf(first.apiKey)).not.toBeNull();
    expect([...((await callerOf(second.apiKey))?.scopes ?? [])]).toEqual(['key:member:read']);
    expect(await callerOf(expired.apiKey)).toBeNull();
  });

  it('refuses an unknown key scope and names the known ones', async () => {
    await createPartner();
    const refused = createKey('--scope', 'key:dry-run');
    await expect(refused).rejects.toThrow(/key:dry-run.*key:match:submit/);
  });

  it('revokes a key at once, and lists keys by prefix and state, never the key', async () => {
    const { keyId, apiKey } = await createPartner();
    await run('partner', 'key', 'revoke', keyId);
    expect(await callerOf(apiKey)).toBeNull();
    const listed = await run('partner', 'key', 'list', 'courtside-club');
    expect(listed).toContain(apiKey.slice(0, 12));
    expect(listed).toContain('revoked 2026-09-12T18:00:00.000Z');
    expect(listed).not.toContain(apiKey);
  });

  it('ends the tokens of a key’s application with the key where it is asked to, and no others', async () => {
    const { keyId, applicationId } = await createPartner();
    const other = await createPartner('another-club');
    const member = await insertMember(database());
    const tokenOf = async (application: string) => {
      const connectionId = await insertConnection(database(), application, member.id);
      return await insertAccessToken(database(), connectionId, [], {
        expires_at: new Date(now.getTime() + 60_000),
      });
    };
    const [own, others] = [await tokenOf(applicationId), await tokenOf(other.applicationId)];
    const isLive = async (token: string) =>
      (await findCallerByToken(database(), token, dependencies().clock())) !== null;

    expect(await run('partner', 'key', 'revoke', keyId)).not.toContain('tokens');
    expect(await isLive(own)).toBe(true);
    expect(await run('partner', 'key', 'revoke', keyId, '--end-tokens')).toContain(
      'Ended 1 tokens.',
    );
    expect([await isLive(own), await isLive(others)]).toEqual([false, true]);
  });

  it('shows a key with its partner, scopes, end and last use, and never the key', async () => {
    const { keyId, apiKey } = await createPartner();
    const ends = ['--scope', 'key:member:read', '--expires', '2027-01-31T00:00:00Z'];
    const second = await createKey(...ends);
    expect((await run('partner', 'key', 'show', second.keyId)).split('\n')).toEqual([
      `Key id       ${second.keyId}`,
      expect.stringMatching(/^Begins with {2}prk_[\w-]{8}$/),
      'Partner      courtside-club',
      'State        live until 2027-01-31T00:00:00.000Z',
      `Made         ${now.toISOString()}`,
      'Last used    never',
      'May          key:member:read',
    ]);
    expect(await run('partner', 'key', 'show', keyId)).not.toContain(apiKey);
    await expect(run('partner', 'key', 'show', 'key_0')).rejects.toThrow(/partner key list/);
  });

  it('says how to make the first partner, where there is none to list', async () => {
    expect(await run('partner', 'list')).toContain('`partner create` makes one.');
    expect(await run('partner', 'list', '--json')).toBe('');
  });

  it('lists partners and keys a part at a time, and says how to go on', async () => {
    for (const clientId of ['courtside-club', 'alpine-club', 'baseline-club']) {
      await createPartner(clientId);
    }
    const first = (await run('partner', 'list', '--limit', '2')).split('\n');
    expect(first.map((line) => line.split('  ')[0])).toEqual([
      'alpine-club',
      'baseline-club',
      'There may be more: add --after baseline-club',
    ]);
    const rest = await run('partner', 'list', '--limit', '2', '--after', 'baseline-club');
    expect(rest).toMatch(/^courtside-club {2}[^\n]*$/);

    await createKey();
    const list = ['partner', 'key', 'list', 'courtside-club'];
    const [one, other] = (await json(...list)).map(({ keyId }) => keyId);
    const page = [...list, '--limit', '1'];
    expect(await run(...page)).toMatch(new RegExp(`^${one} .*\\n.*--after ${one}$`));
    expect(await json(...page, '--after', one)).toMatchObject([{ keyId: other }]);
    expect(await run(...page, '--after', other)).toBe('There is no such key.');
  });

  it('says so where there is no such key or partner', async () => {
    await expect(run('partner', 'key', 'revoke', 'key_0')).rejects.toThrow(/partner key list/);
    await expect(run('partner', 'key', 'list', 'nobody')).rejects.toThrow(/partner create nobody/);
  });

  it('suspends a partner and resumes it, once each', async () => {
    const { apiKey } = await createPartner();
    expect(await run('partner', 'suspend', 'courtside-club', '--reason', 'invented results')).toBe(
      'Suspended courtside-club. Its requests are refused from now on, and no event is sent.',
    );
    expect(await callerOf(apiKey)).toMatchObject({ isSuspended: true });
    expect(await run('partner', 'suspend', 'courtside-club')).toContain('suspended already');
    expect(await run('partner', 'list')).toContain(`suspended since ${now.toISOString()}`);
    expect(await run('partner', 'resume', 'courtside-club')).toBe('Resumed courtside-club.');
    expect(await run('partner', 'resume', 'courtside-club')).toContain('is not suspended');
    expect(await callerOf(apiKey)).toMatchObject({ isSuspended: false });
    await expect(run('partner', 'suspend', 'nobody')).rejects.toThrow(/partner create nobody/);
  });

  it('gives a partner limits of its own and takes them back', async () => {
    const { apiKey } = await createPartner();
    const limits = (...more: string[]) => run('partner', 'limits', 'courtside-club', ...more);
    expect(await limits()).toContain('ingest        that of the service');
    expect(await limits('--set', 'ingest=1200', 'default=0')).toBe(
      [
        'default       none',
        'ingest        1200 a minute',
        'token         that of the service',
        'webhook-test  that of the service',
      ].join('\n'),
    );
    expect(await callerOf(apiKey)).toMatchObject({ ownLimits: { ingest: 1200, default: 0 } });
    expect(await limits('--reset', 'default')).toContain('default       that of the service');
    await limits('--reset', 'ingest');
    expect(await callerOf(apiKey)).toMatchObject({ ownLimits: null });
  });

  testRows<[string, string, RegExp]>([
    ['--set', 'ingest', /ingest=1200/],
    ['--set', 'ingest=9999999', /0 \(no limit\) to 1000000/],
    ['--set', 'writing=5', /no limit writing.*webhook-test/],
    ['--reset', 'writing', /no limit writing/],
  ])('refuses a limit that there is not', async (option, value, message) => {
    const refused = run('partner', 'limits', 'courtside-club', option, value);
    await expect(refused).rejects.toThrow(message);
  });
});
