import { beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { newKey, type TypedCode } from './domain/passwords.ts';
import { verifyCode } from './prove-owner.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { findSecondFactor } from './store/second-factors.ts';
import { makeAccount } from './testing/make-account.ts';
import { codeAt, turnOn } from './testing/second-factor.ts';

const start = new Date('2026-09-12T18:00:00Z');

const email = 'lena.vogt@example.com';

describe.each(databases)('two-step verification on %s', (kind) => {
  let dependencies: Dependencies;
  let now: Date;
  let player: { memberId: string; email: string };
  let key: string;
  let recoveryCodes: string[];
  const configuration = readConfiguration({ SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') });
  const sealing = createSecretSealing(configuration);
  const owner = () => ({ of: 'player', accountId: player.memberId, email }) as const;
  const holder = () => ({ ...owner(), browser: 'Firefox on Windows' });
  const wait = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  const oneTime = (digits: string): TypedCode => ({ kind: 'one-time', digits });
  const recovery = (digits = ''): TypedCode => ({ kind: 'recovery', digits });
  const verify = async (code: TypedCode, using = sealing) =>
    await dependencies.database
      .transaction()
      .execute((transaction) => verifyCode(transaction, dependencies, using, holder(), code));
  const wrongCode = () => oneTime(codeAt(key, new Date(0)));
  const codeNow = () => oneTime(codeAt(key, now));
  const state = async () => await findSecondFactor(dependencies.database, player.memberId);
  const actions = async () => {
    const entries = dependencies.database.selectFrom('audit_entry').selectAll();
    const rows = await entries.orderBy('audit_order').execute();
    return rows.map(({ actor, action }) => `${actor} ${action}`);
  };

  beforeEach(async () => {
    now = start;
    const database = await createTestDatabase(kind);
    dependencies = { database, clock: () => now, configuration, publicUrl: '' };
    const account = { firstName: 'Lena', lastName: 'Vogt', password: 'racket strings at noon' };
    player = { ...(await makeAccount(dependencies, { ...account, email })), email };
    ({ key, recoveryCodes } = await turnOn(dependencies, player));
  });

  it('accepts a code once, but not the code that turned it on', async () => {
    expect(await verify(codeNow())).toBe('used');
    wait(30);
    expect(await verify(codeNow())).toBe('right');
    expect(await verify(codeNow())).toBe('used');
    // The clock of the app may be a step behind, and its code still works.
    wait(30);
    expect(await verify(oneTime(codeAt(key, new Date(now.getTime() - 30_000))))).toBe('used');
    expect(await verify(codeNow())).toBe('right');
  });

  it('accepts no older code than a used one, although a clock may be a step behind', async () => {
    wait(60);
    const before = oneTime(codeAt(key, new Date(now.getTime() - 30_000)));
    expect(await verify(codeNow())).toBe('right');
    expect(await verify(before)).toBe('wrong');
  });

  it('accepts a code once if several browsers send it at the same moment', async () => {
    wait(30);
    const code = codeNow();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => verify(code)));
    expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(1);
  });

  it('accepts each recovery code once', async () => {
    for (const code of recoveryCodes) expect(await verify(recovery(code))).toBe('right');
    expect(await verify(recovery(recoveryCodes[0]))).toBe('wrong');
    expect(await state()).toEqual({ enabledAt: start, recoveryCodes: 0 });
  });

  it('accepts no recovery code of another player', async () => {
    const account = { firstName: 'Mike', lastName: 'Brennan', password: 'correct horse' };
    const other = { ...account, email: 'mike.brennan@example.com' };
    const mike = { ...(await makeAccount(dependencies, other)), email: other.email };
    const codes = await turnOn(dependencies, mike);
    expect(await verify(recovery(codes.recoveryCodes[0]))).toBe('wrong');
  });

  it('is stored without a key or a code as plain text', async () => {
    const { database } = dependencies;
    const rows = [
      ...(await database.selectFrom('account_second_factor').selectAll().execute()),
      ...(await database.selectFrom('account_recovery_code').selectAll().execute()),
      ...(await database.selectFrom('audit_entry').selectAll().execute()),
    ];
    const stored = JSON.stringify(rows, (_name, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(rows.length).toBeGreaterThan(11);
    for (const secret of [key, ...recoveryCodes]) expect(stored).not.toContain(secret);
  });

  it('reports that its key cannot be opened, and recovery codes still work', async () => {
    const other = createSecretSealing({
      secretsKeys: [Buffer.alloc(32, 2)],
      dataDirectory: '/nowhere',
    });
    wait(30);
    expect(await verify(codeNow(), other)).toBe('unreadable');
    expect(await verify(recovery(recoveryCodes[0]), other)).toBe('right');
  });

  it('is turned on only by the first of two set-ups', async () => {
    const code = codeNow();
    const again = await enableSecondFactor(dependencies, sealing, owner(), { key, code });
    expect(again).toBe('on-already');
    const other = newKey();
    const set = { key: other, code: oneTime(codeAt(other, now)) };
    expect(await enableSecondFactor(dependencies, sealing, owner(), set)).toBe('another-key');
    expect(await actions()).toEqual(['operator member.created', 'player second_factor.enabled']);
  });

  it('is not turned on by a recovery code or a code of another key', async () => {
    await removeSecondFactor(dependencies, owner());
    for (const code of [recovery(recoveryCodes[0]), oneTime(codeAt(`${key.slice(1)}A`, now))]) {
      expect(await enableSecondFactor(dependencies, sealing, owner(), { key, code })).toBe('wrong');
    }
    expect(await state()).toBeNull();
  });

  it('is not turned on for an account that was erased during the set-up', async () => {
    await removeSecondFactor(dependencies, owner());
    await dependencies.database.deleteFrom('account').execute();
    const set = { key, code: codeNow() };
    expect(await enableSecondFactor(dependencies, sealing, owner(), set)).toBe('another-key');
    expect(await state()).toBeNull();
  });

  it('is turned off with its recovery codes, which do not work after it is turned on again', async () => {
    wait(30);
    expect(await disableSecondFactor(dependencies, sealing, holder(), codeNow())).toBe('right');
    expect(await verify(codeNow())).toBe('off');
    const codes = dependencies.database.selectFrom('account_recovery_code').selectAll();
    expect(await codes.execute()).toEqual([]);
    await turnOn(dependencies, player);
    expect(await verify(recovery(recoveryCodes[0]))).toBe('wrong');
  });

  it('stays on if the code to turn it off is wrong', async () => {
    expect(await disableSecondFactor(dependencies, sealing, holder(), wrongCode())).toBe('wrong');
    expect(await disableSecondFactor(dependencies, sealing, holder(), codeNow())).toBe('used');
    expect(await state()).not.toBeNull();
  });

  it('replaces the old recovery codes with new ones', async () => {
    const [first, second] = recoveryCodes;
    const renewed = await renewRecoveryCodes(dependencies, sealing, holder(), recovery(first));
    if (typeof renewed === 'string') throw new Error(renewed);
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await verify(recovery(second))).toBe('wrong');
    expect(await verify(recovery(renewed.recoveryCodes[0]))).toBe('right');
  });

  it('is audited from beginning to end', async () => {
    await verify(wrongCode());
    // A code that is sent twice, which is not suspicious.
    await verify(codeNow());
    await verify(recovery(recoveryCodes[0]));
    await renewRecoveryCodes(dependencies, sealing, holder(), recovery(recoveryCodes[1]));
    await removeSecondFactor(dependencies, owner());
    expect(await removeSecondFactor(dependencies, owner())).toBe(false);
    expect((await actions()).slice(1)).toEqual([
      'player second_factor.enabled',
      'player second_factor.refused',
      'player recovery_code.used',
      'player recovery_code.used',
      'player recovery_codes.replaced',
      'operator second_factor.removed',
    ]);
  });
});
