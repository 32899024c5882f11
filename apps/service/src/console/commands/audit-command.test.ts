import { beforeEach, describe, expect, it } from 'vitest';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { databases } from '../../testing/test-database.ts';
import { OperatorError } from '../terminal.ts';
import { operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

const start = new Date('2026-09-12T18:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(databases)('operator audit list on %s', (kind) => {
  let dependencies: Dependencies;
  let now: Date;

  beforeEach(async () => {
    now = start;
    dependencies = await operatorDependencies({ kind, clock: () => now });
  });

  const run = async (words: string[], input = '') => await runOperator(dependencies, words, input);
  const list = (...words: string[]) => run(['audit', 'list', ...words]);
  const actions = async (...words: string[]) =>
    (await list('--json', ...words)).map((line) => JSON.parse(line).action);

  async function createPartner(clientId: string): Promise<string> {
    const redirectUri = `https://${clientId}.example/callback`;
    const printed = await run([
      'partner',
      'create',
      clientId,
      '--name',
      clientId,
      '--redirect-uri',
      redirectUri,
    ]);
    const [apiKey] = /prk_\S+/.exec(printed.join()) ?? [];
    if (apiKey === undefined) throw new Error('No key was printed.');
    return apiKey;
  }

  it('has every act of an operator about partners, keys and members, the newest first', async () => {
    const apiKey = await createPartner('courtside-club');
    const [, keyId = ''] =
      /(key_\w+)/.exec((await run(['partner', 'key', 'list', 'courtside-club'])).join()) ?? [];
    await run(['partner', 'limits', 'courtside-club', '--set', 'ingest=10']);
    await run(['partner', 'suspend', 'courtside-club', '--reason', 'invented results']);
    await run(['partner', 'resume', 'courtside-club']);
    await run(['partner', 'key', 'revoke', keyId]);
    await run(['partner', 'key', 'revoke', keyId]);
    const names = ['--first-name', 'Mike', '--last-name', 'Brennan'];
    const member = ['member', 'create', '--email', 'mike.brennan@example.com', ...names];
    await run(member, 'a long walk to the net');
    expect(await actions()).toEqual([
      'member.created',
      'key.revoked',
      'partner.resumed',
      'partner.suspended',
      'partner.limits_changed',
      'key.created',
      'partner.created',
    ]);
    const text = (await list()).join('\n');
    expect(text).toContain(
      'operator  partner.suspended  courtside-club  {"reason":"invented results"}',
    );
    expect(text).not.toContain('mike.brennan@example.com');
    expect(text).not.toContain(apiKey);
  });

  it('is narrowed by time, actor, action, partner and member, together', async () => {
    await createPartner('courtside-club');
    now = later(10);
    await createPartner('rally-league');
    expect(await actions('--partner', 'rally-league')).toEqual(['key.created', 'partner.created']);
    expect(await actions('--action', 'partner.')).toEqual(['partner.created', 'partner.created']);
    const until = ['--until', later(10).toISOString()];
    expect(await actions('--action', 'key.created', ...until)).toEqual(['key.created']);
    expect(await actions('--since', later(10).toISOString())).toHaveLength(2);
    expect(await actions('--since', later(11).toISOString())).toEqual([]);
    expect(await actions('--actor', 'player')).toEqual([]);

    const names = ['--first-name', 'Mike', '--last-name', 'Brennan'];
    const member = ['member', 'create', '--email', 'mike.brennan@example.com', ...names];
    const made = (await run(member, 'a long walk to the net')).join();
    const [, number = ''] = /number\s+(\d+)/.exec(made) ?? [];
    expect(await actions('--member', number)).toEqual(['member.created']);
  });

  it('comes in pages without a gap or a repetition', async () => {
    const { database } = dependencies;
    await database.transaction().execute(async (transaction) => {
      for (let index = 0; index < 7; index += 1) {
        const whom = { applicationId: null, memberId: null, details: { index } };
        const act = { occurredAt: now, actor: 'service', action: 'ratings.rebuilt' } as const;
        await recordAudit(transaction, { ...act, ...whom });
      }
    });
    const seen: number[] = [];
    let before: string[] = [];
    for (;;) {
      const page = (await list('--json', '--limit', '3', ...before)).map((line) =>
        JSON.parse(line),
      );
      if (page.length === 0) break;
      seen.push(...page.map(({ details }) => details.index));
      before = ['--before', String(page.at(-1).number)];
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect((await list('--limit', '3')).at(-1)).toMatch(/^There may be more: add --before \d+$/);
  });

  it('says so where nothing passes, or the filter names nobody', async () => {
    expect(await list()).toEqual(['There is no such entry.']);
    await expect(list('--partner', 'nobody')).rejects.toThrow(OperatorError);
    await expect(list('--member', '99999')).rejects.toThrow('There is no member 99999.');
  });
});
