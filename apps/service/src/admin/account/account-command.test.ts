import { describe, expect, it } from 'vitest';
import { listAudit } from '../../platform/audit/store/list-audit.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { operatorDependencies, typedAt } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

const link = /^https:\/\/ratings\.example\/operator\/set-up\?token=[\w-]{43}$/;

describe('the accounts of operators', () => {
  it('are made, listed, reset and removed, and the audit has it', async () => {
    const dependencies = await operatorDependencies({ kind: 'pglite' });
    const run = async (...words: string[]) =>
      await runOperator(dependencies, ['account', ...words]);
    expect(await run('list')).toEqual(['There is none yet. `account create` makes one.']);
    const [made] = await run('create', 'anna');
    expect(made).toMatch(link);
    expect(await run('list')).toEqual([
      `anna  not set up  made ${typedAt.toISOString()}  last logged in never`,
    ]);
    const [another] = await run('reset', 'anna');
    expect(another).toMatch(link);
    expect(another).not.toBe(made);
    expect(await run('remove', 'anna')).toEqual(['anna is no longer an operator.']);
    const entries = await listAudit(dependencies.database, {}, { limit: 10 });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['operator.removed', { name: 'anna' }],
      ['operator.reset', { name: 'anna' }],
      ['operator.created', { name: 'anna' }],
    ]);
  });

  it('are refused where the name is none or taken, or there is no such account', async () => {
    const dependencies = await operatorDependencies({ kind: 'pglite' });
    const run = async (...words: string[]) =>
      await runOperator(dependencies, ['account', ...words]);
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
