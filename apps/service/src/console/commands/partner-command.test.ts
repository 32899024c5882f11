import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findCallerByKey, findCallerByToken } from '../../platform/http/caller.ts';
import { insertAccessToken, insertConnection, insertMember } from '../../testing/builders.ts';
import { KEY_SCOPES } from '../actions/keys.ts';
import { OperatorError } from '../terminal.ts';
import { typedAt as now, operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

describe('partners of the operator', () => {
  let dependencies: Dependencies;

  beforeEach(async () => {
    dependencies = await operatorDependencies();
  });

  const run = async (...words: string[]) => (await runOperator(dependencies, words)).join('\n');

  const createPartner = (...more: string[]) =>
    run(
      'partner',
      'create',
      'courtside-club',
      '--name',
      'Courtside Club',
      '--redirect-uri',
      'https://courtside.example/callback',
      ...more,
    );
  const keyIn = (text: string) => /prk_\S+/.exec(text)?.[0] ?? '';
  const keyIdIn = (text: string) => /key_\w+/.exec(text)?.[0] ?? '';
  const callerOf = (key: string) => findCallerByKey(dependencies.database, key, now);

  it('makes a partner with a first key that works', async () => {
    const output = await createPartner();
    expect(output).toContain('client_id    courtside-club');
    expect(await callerOf(keyIn(output))).toMatchObject({ clientId: 'courtside-club' });
  });

  it('gives a key every scope but those of imports and of trust unless asked otherwise', async () => {
    const caller = await callerOf(keyIn(await createPartner()));
    expect([...(caller?.scopes ?? [])]).toEqual(
      KEY_SCOPES.filter((scope) => !/tournament|trusted/.test(scope)),
    );
  });

  it('refuses a client_id that is taken', async () => {
    await createPartner();
    await expect(createPartner()).rejects.toThrow(/courtside-club already/);
  });

  it.each([
    'http://courtside.example/callback',
    'https://courtside.example/callback#top',
    'https://user@courtside.example/callback',
    '/callback',
    'myapp:callback',
    'https://courtside.example/zurück',
    'javascript:alert(1)',
  ])('refuses the redirect address %s', async (uri) => {
    await expect(createPartner('--redirect-uri', uri)).rejects.toThrow(OperatorError);
  });

  it('takes a redirect address on loopback by plain http', async () => {
    await createPartner('--redirect-uri', 'http://127.0.0.1:4000/callback');
  });

  it('makes more keys, which work side by side', async () => {
    const first = keyIn(await createPartner());
    const second = keyIn(
      await run('partner', 'key', 'create', 'courtside-club', '--scope', 'key:member:read'),
    );
    expect(await callerOf(first)).not.toBeNull();
    expect([...((await callerOf(second))?.scopes ?? [])]).toEqual(['key:member:read']);
  });

  it('refuses an unknown key scope and names the known ones', async () => {
    await createPartner();
    await expect(
      run('partner', 'key', 'create', 'courtside-club', '--scope', 'key:dry-run'),
    ).rejects.toThrow(/key:dry-run.*key:match:submit/);
  });

  it('makes a key that stops working when it expires', async () => {
    await createPartner();
    const key = keyIn(
      await run('partner', 'key', 'create', 'courtside-club', '--expires', '2026-09-12T18:00:00Z'),
    );
    expect(await callerOf(key)).toBeNull();
  });

  it('revokes a key at once', async () => {
    const output = await createPartner();
    await run('partner', 'key', 'revoke', keyIdIn(output));
    expect(await callerOf(keyIn(output))).toBeNull();
  });

  it('ends the tokens of a key’s application with the key where it is asked to, and no others', async () => {
    const output = await createPartner();
    const other = await run(
      ...['partner', 'create', 'another-club', '--name', 'Another Club'],
      ...['--redirect-uri', 'https://another.example/callback'],
    );
    const { database } = dependencies;
    const member = await insertMember(database);
    const tokenOf = async (text: string) => {
      const [applicationId = ''] = /app_\w{26}/.exec(text) ?? [];
      const connectionId = await insertConnection(database, applicationId, member.id);
      return await insertAccessToken(database, connectionId, [], {
        expires_at: new Date(now.getTime() + 60_000),
      });
    };
    const own = await tokenOf(output);
    const others = await tokenOf(other);
    const isLive = async (token: string) =>
      (await findCallerByToken(database, token, dependencies.clock())) !== null;

    expect(await run('partner', 'key', 'revoke', keyIdIn(output))).not.toContain('tokens');
    expect(await isLive(own)).toBe(true);
    const ended = await run('partner', 'key', 'revoke', keyIdIn(output), '--end-tokens');
    expect(ended).toContain('Ended 1 tokens.');
    expect([await isLive(own), await isLive(others)]).toEqual([false, true]);
  });

  it('lists keys by their prefix, with their state, and never the key', async () => {
    const output = await createPartner();
    await run('partner', 'key', 'revoke', keyIdIn(output));
    const listed = await run('partner', 'key', 'list', 'courtside-club');
    expect(listed).toContain(keyIn(output).slice(0, 12));
    expect(listed).toContain('revoked 2026-09-12T18:00:00.000Z');
    expect(listed).not.toContain(keyIn(output));
  });

  it('shows a key with its partner, scopes, end and last use, and never the key', async () => {
    const output = await createPartner();
    const keyId = keyIdIn(output);
    const ends = ['--scope', 'key:member:read', '--expires', '2027-01-31T00:00:00Z'];
    const second = keyIdIn(await run('partner', 'key', 'create', 'courtside-club', ...ends));
    expect((await run('partner', 'key', 'show', second)).split('\n')).toEqual([
      `Key id       ${second}`,
      expect.stringMatching(/^Begins with {2}prk_[\w-]{8}$/),
      'Partner      courtside-club',
      'State        live until 2027-01-31T00:00:00.000Z',
      `Made         ${now.toISOString()}`,
      'Last used    never',
      'May          key:member:read',
    ]);
    expect(await run('partner', 'key', 'show', keyId)).not.toContain(keyIn(output));
    await expect(run('partner', 'key', 'show', 'key_0')).rejects.toThrow(/partner key list/);
  });

  it('says how to make the first partner, where there is none to list', async () => {
    expect(await run('partner', 'list')).toContain('`partner create` makes one.');
    expect(await run('partner', 'list', '--json')).toBe('');
  });

  it('lists partners and keys a part at a time, and says how to go on', async () => {
    await createPartner();
    for (const clientId of ['alpine-club', 'baseline-club']) {
      const name = ['--name', clientId, '--redirect-uri', 'https://club.example/callback'];
      await run('partner', 'create', clientId, ...name);
    }
    const first = (await run('partner', 'list', '--limit', '2')).split('\n');
    expect(first.map((line) => line.split('  ')[0])).toEqual([
      'alpine-club',
      'baseline-club',
      'There may be more: add --after baseline-club',
    ]);
    const rest = await run('partner', 'list', '--limit', '2', '--after', 'baseline-club');
    expect(rest).toMatch(/^courtside-club {2}[^\n]*$/);

    const made = [
      JSON.parse(await run('partner', 'key', 'list', 'alpine-club', '--json')).keyId,
      keyIdIn(await run('partner', 'key', 'create', 'alpine-club')),
    ].sort();
    const key = (...words: string[]) =>
      run('partner', 'key', 'list', 'alpine-club', '--limit', '1', ...words);
    expect(await key()).toMatch(new RegExp(`^${made[0]} .*\\n.*--after ${made[0]}$`));
    expect(JSON.parse(await key('--json', '--after', made[0]))).toMatchObject({ keyId: made[1] });
    expect(await key('--after', made[1])).toBe('');
  });

  it('says so where there is no such key or partner', async () => {
    await expect(run('partner', 'key', 'revoke', 'key_0')).rejects.toThrow(/partner key list/);
    await expect(run('partner', 'key', 'list', 'nobody')).rejects.toThrow(/partner create nobody/);
  });

  it('suspends a partner and resumes it, once each', async () => {
    const key = keyIn(await createPartner());
    expect(await run('partner', 'suspend', 'courtside-club', '--reason', 'invented results')).toBe(
      'Suspended courtside-club. Its requests are refused from now on, and no event is sent.',
    );
    expect(await callerOf(key)).toMatchObject({ isSuspended: true });
    expect(await run('partner', 'suspend', 'courtside-club')).toContain('suspended already');
    expect(await run('partner', 'list')).toContain(`suspended since ${now.toISOString()}`);
    expect(await run('partner', 'resume', 'courtside-club')).toBe('Resumed courtside-club.');
    expect(await run('partner', 'resume', 'courtside-club')).toContain('is not suspended');
    expect(await callerOf(key)).toMatchObject({ isSuspended: false });
    await expect(run('partner', 'suspend', 'nobody')).rejects.toThrow(/partner create nobody/);
  });

  it('gives a partner limits of its own and takes them back', async () => {
    const key = keyIn(await createPartner());
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
    expect(await callerOf(key)).toMatchObject({ ownLimits: { ingest: 1200, default: 0 } });
    expect(await limits('--reset', 'default')).toContain('default       that of the service');
    await limits('--reset', 'ingest');
    expect(await callerOf(key)).toMatchObject({ ownLimits: null });
  });

  it.each([
    ['--set', 'ingest', /ingest=1200/],
    ['--set', 'ingest=9999999', /0 \(no limit\) to 1000000/],
    ['--set', 'writing=5', /no limit writing.*webhook-test/],
    ['--reset', 'writing', /no limit writing/],
  ])('refuses the limits %s %s', async (option, value, message) => {
    await createPartner();
    await expect(run('partner', 'limits', 'courtside-club', option, value)).rejects.toThrow(
      message,
    );
  });
});
