import { expect, it } from 'vitest';
import { createAccount } from '../account/register.ts';
import { proveEmails } from '../account/testing/account.ts';
import { allMailsSent, mailboxOf } from '../account/testing/mails.ts';
import { useConnectFlow } from '../connect/testing/connect-flow.ts';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { clearRemains } from './clear-remains.ts';
import { eraseMember } from './erase-member.ts';
import { findValues } from './testing/find-values.ts';
import { valuesOfZaphira, zaphira } from './testing/lived-life.ts';

const now = new Date('2026-09-12T12:00:00Z');

const flow = useConnectFlow({ withMailbox: true });

it('an erased player gets one last mail, and the service then stores the address nowhere', async () => {
  await proveEmails(flow());
  const { player, dependencies, database } = flow();
  await eraseMember(dependencies, { memberId: player.memberId, actor: 'player' });
  await allMailsSent(flow());
  const mails = mailboxOf(flow()).received.filter(({ to }) => to === player.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your account was erased']);
  expect(mails[0]?.text).not.toContain('Mike');
  expect(await findValues(database, [player.email])).toEqual([]);
});

it('nobody gets a last mail at an address that was not confirmed', async () => {
  const { otherPlayer, dependencies } = flow();
  const { database } = dependencies;
  await database.updateTable('account').set({ email_proven_at: null }).execute();
  const before = mailboxOf(flow()).received.length;
  await eraseMember(dependencies, { memberId: otherPlayer.memberId, actor: 'operator' });
  await allMailsSent(flow());
  expect(mailboxOf(flow()).received.length).toBe(before);
});

it('the last mail has only the address, and its remains are cleared when it is gone', async () => {
  const database = await createTestDatabase('pglite');
  const configuration = readConfiguration({
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'rating@example.com',
  });
  const dependencies = { database, clock: () => now, configuration, publicUrl: '' };
  const { memberId } = await createAccount(dependencies, zaphira);
  await database.updateTable('account').set({ email_proven_at: now }).execute();
  await database.deleteFrom('mail').execute();
  await eraseMember(dependencies, { memberId, actor: 'player' });
  expect(await findValues(database, valuesOfZaphira)).toEqual([
    'mail: Zaphira',
    `mail: ${zaphira.email}`,
    'mail: quillon.example',
  ]);
  expect(await clearRemains(dependencies)).toBe(1);
  expect(await clearRemains(dependencies)).toBe(1);
  await database.deleteFrom('mail').execute();
  expect(await clearRemains(dependencies)).toBe(1);
  expect(await clearRemains(dependencies)).toBe(0);
});
