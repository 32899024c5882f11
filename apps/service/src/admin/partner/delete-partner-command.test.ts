import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findCallerByKey, findCallerByToken } from '../../platform/http/credentials.ts';
import {
  insertAccessToken,
  insertConnection,
  insertEndpoint,
  insertMember,
} from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { typedAt as now, operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

const CALLBACK = 'https://courtside.example/callback';

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
