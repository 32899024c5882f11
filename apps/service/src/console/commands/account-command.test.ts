import { describe, expect, it } from 'vitest';
import { listAudit } from '../../platform/audit/store/audit.ts';
import { makeOperator } from '../operators/testing/set-up-operator.ts';
import { OperatorError } from '../terminal.ts';
import { typedAt, useOperator } from '../testing/operator.ts';

const link = /^https:\/\/ratings\.example\/operator\/set-up\?token=[\w-]{43}$/m;

describe('the accounts of operators', () => {
  const operator = useOperator({ kind: 'pglite' });
  const run = async (...words: string[]) => await operator.run('account', ...words);

  it('are made, listed, reset and removed, and the audit has it', async () => {
    expect(await run('list')).toBe('There is none yet. `account create` makes one.');
    const made = await run('create', 'anna');
    expect(made).toMatch(link);
    expect(await run('list')).toBe(
      `anna  not set up  made ${typedAt.toISOString()}  last logged in never`,
    );
    const another = await run('reset', 'anna');
    expect(another).toMatch(link);
    expect(another).not.toBe(made);
    expect(await run('remove', 'anna')).toBe('anna is no longer an operator.');
    const entries = await listAudit(operator.database(), {}, { limit: 10 });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['operator.removed', { name: 'anna' }],
      ['operator.reset', { name: 'anna' }],
      ['operator.created', { name: 'anna' }],
    ]);
  });

  it('have an address for mails, and a link that lets a new browser log in', async () => {
    const emailOf = async () => (await operator.json('account', 'list'))[0].email;
    await run('create', 'bea', '--email', 'bea@ratings.example');
    expect(await emailOf()).toBe('bea@ratings.example');
    expect(await run('list')).toContain('mail to bea@ratings.example');
    expect(await run('edit', 'bea', '--email', 'b@ratings.example')).toBe(
      'Warnings and links to log in are mailed to b@ratings.example.',
    );
    expect(await emailOf()).toBe('b@ratings.example');
    await run('edit', 'bea', '--no-email');
    expect(await emailOf()).toBeNull();
    const refusals = [
      [['edit', 'bea'], 'Give --email with an address, or --no-email.'],
      [['edit', 'bea', '--email', 'bea'], 'This is not an e-mail address: bea'],
      [['create', 'cleo', '--email', 'cleo'], 'This is not an e-mail address: cleo'],
      [['edit', 'nobody', '--no-email'], 'There is no operator nobody.'],
      [['link', 'bea'], '`account reset` makes a link to set one up'],
    ] as const;
    for (const [words, text] of refusals) await expect(run(...words)).rejects.toThrow(text);
    await makeOperator(operator.dependencies(), 'dora');
    expect(await run('link', 'dora')).toMatch(
      /^https:\/\/ratings\.example\/operator\/log-in\/allow\?token=[\w-]{43}$/m,
    );
  });

  it('are refused where the name is none or taken, or there is no such account', async () => {
    await run('create', 'anna');
    const refusals = [
      [['create', 'anna'], '`account reset anna` makes another link'],
      [['create', 'Anna Karl'], 'lower-case letters'],
      [['reset', 'bea'], '`account list` names each'],
      [['remove', 'bea'], '`account list` names each'],
    ] as const;
    for (const [words, text] of refusals) {
      const refused = run(...words);
      await expect(refused).rejects.toThrow(OperatorError);
      await expect(refused).rejects.toThrow(text);
    }
  });
});
