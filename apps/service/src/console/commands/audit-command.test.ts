import { beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import { OperatorError } from '../terminal.ts';
import { useOperator } from '../testing/operator.ts';

const start = new Date('2026-09-12T18:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(databases)('operator audit list on %s', (kind) => {
  let now = start;
  beforeEach(() => {
    now = start;
  });
  const { run, json, createPartner, createMember, database } = useOperator({
    kind,
    clock: () => now,
  });
  const list = (...words: string[]) => run('audit', 'list', ...words);
  const entries = (...words: string[]) => json('audit', 'list', ...words);
  const actions = async (...words: string[]) =>
    (await entries(...words)).map(({ action }) => action);

  it('has every act of an operator about partners, keys and members, the newest first', async () => {
    const { apiKey, keyId } = await createPartner();
    await run('partner', 'limits', 'courtside-club', '--set', 'ingest=10');
    await run('partner', 'suspend', 'courtside-club', '--reason', 'invented results');
    await run('partner', 'resume', 'courtside-club');
    await run('partner', 'key', 'revoke', keyId);
    await run('partner', 'key', 'revoke', keyId);
    await createMember();
    expect(await actions()).toEqual([
      'member.created',
      'key.revoked',
      'partner.resumed',
      'partner.suspended',
      'partner.limits_changed',
      'key.created',
      'partner.created',
    ]);
    const text = await list();
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

    const { memberNumber } = await createMember();
    expect(await actions('--member', String(memberNumber))).toEqual(['member.created']);
  });

  it('comes in pages without a gap or a repetition', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({
      ...{ occurred_at: now, actor: 'service' as const, action: 'ratings.rebuilt' },
      details: JSON.stringify({ index }),
    }));
    await database().insertInto('audit_entry').values(rows).execute();
    const seen: number[] = [];
    let before: string[] = [];
    for (;;) {
      const page = await entries('--limit', '3', ...before);
      if (page.length === 0) break;
      seen.push(...page.map(({ details }) => details.index));
      before = ['--before', String(page.at(-1).number)];
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await list('--limit', '3')).toMatch(/\nThere may be more: add --before \d+$/);
  });

  it('says so where nothing passes, or the filter names nobody', async () => {
    expect(await list()).toBe('There is no such entry.');
    await expect(list('--partner', 'nobody')).rejects.toThrow(OperatorError);
    await expect(list('--member', '99999')).rejects.toThrow('There is no member 99999.');
  });
});
