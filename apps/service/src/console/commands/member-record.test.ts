import { beforeEach, describe, expect, it } from 'vitest';
import { findEmailByLink, requestEmailLink } from '../../account/change-password.ts';
import { InvalidAccountError } from '../../account/register.ts';
import { createLink } from '../../connect/login/links.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import { insertApplication, insertConnection, insertMember } from '../../testing/builders.ts';
import { OperatorError } from '../terminal.ts';
import { useOperator } from '../testing/operator.ts';

describe('members that an operator finds', () => {
  const { database, run, json, createMember } = useOperator();
  let id: string;

  beforeEach(async () => {
    const facts = ['--first-name', 'Zoë', '--last-name', 'Müller', '--birth-date', '1990-11-20'];
    const made = await createMember('zoe.muller@example.com', ...facts, '--country', 'DE');
    id = made.memberId;
    await insertMember(database());
  });

  it('by a part of the name or by the address, in any letters', async () => {
    for (const text of ['muller', 'ZOË', 'oe mu', 'Zoe.Muller@example.com']) {
      expect(await json('member', 'find', text)).toEqual([
        {
          ...{ memberId: id, memberNumber: expect.any(Number) },
          ...{ firstName: 'Zoë', lastName: 'Müller', email: 'zoe.muller@example.com' },
          ...{ kind: 'account', city: null, country: 'DE' },
        },
      ]);
    }
  });

  it('by id and by number, on a line', async () => {
    const line = await run('member', 'find', id);
    expect(line).toMatch(
      /^mem_\w+ {2}\d+ {2}Zoë Müller {2}account {2}zoe\.muller@example\.com {2}DE$/,
    );
    const [, number = ''] = line.split('  ');
    expect(await run('member', 'find', number)).toBe(line);
  });

  it('so many at a time, and says so', async () => {
    const found = (await run('member', 'find', 'm', '--limit', '1')).split('\n');
    expect(found).toHaveLength(2);
    expect(found[1]).toContain('a larger --limit');
  });

  it('are shown with their account, connections and ratings', async () => {
    const application = await insertApplication(database(), { client_id: 'courtside-club' });
    await insertConnection(database(), application, id);
    const lines = (await run('member', 'show', id)).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Name           Zoë Müller',
        'Born           1990-11-20',
        'Lives in       DE',
        expect.stringMatching(/^E-mail {9}zoe\.muller@example\.com, /),
        'Second factor  off',
        'Connected      courtside-club',
        'Matches        0',
      ]),
    );
    expect(await json('member', 'show', id)).toMatchObject([
      { memberId: id, partners: ['courtside-club'], ratings: [] },
    ]);
  });

  it('leave out who was erased', async () => {
    await run('member', 'erase', '--yes', '--member', id);
    expect(await run('member', 'find', 'muller')).toBe('There is no such member.');
    await expect(run('member', 'show', id)).rejects.toThrow(/no member/);
  });

  it('are none of a text that has no letter', async () => {
    for (const text of [' ', '%', '_']) {
      await expect(run('member', 'find', text)).rejects.toThrow(OperatorError);
    }
  });
});

describe('a member whom an operator edits', () => {
  const { dependencies, database, run, json, createMember } = useOperator({
    environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' },
  });
  let id: string;

  beforeEach(async () => {
    const facts = ['--first-name', 'Zoe', '--last-name', 'Muler', '--birth-date', '1990-11-20'];
    const made = await createMember('zoe.muler@example.com', ...facts, '--city', 'Hamburg');
    id = made.memberId;
  });

  const edit = (...words: string[]) => run('member', 'edit', id, ...words);
  const shown = async () => (await json('member', 'show', id))[0];
  const mails = async () => await database().selectFrom('mail').select(['kind', 'email']).execute();

  it('has the name corrected, and is found by it', async () => {
    expect(await edit('--first-name', 'Zoë', '--last-name', 'Müller')).toBe(
      `${id} has another firstName, lastName.`,
    );
    expect(await run('member', 'find', 'zoe muller')).toContain('Zoë Müller');
    expect(await run('member', 'find', 'muler')).not.toContain('Zoë');
  });

  it('has a fact taken away by an empty text, and the others stay', async () => {
    await edit('--city', '');
    expect(await shown()).toMatchObject({ city: null, lastName: 'Muler', birthDate: '1990-11-20' });
  });

  it('is found no more where the birth date says under 16', async () => {
    const thisYear = dependencies().clock().getUTCFullYear();
    await edit('--birth-date', `${thisYear - 10}-01-01`);
    expect(await shown()).toMatchObject({ isDiscoverable: false });
  });

  it('has no birth date on which nobody who lives was born', async () => {
    const nextYear = `${dependencies().clock().getUTCFullYear() + 1}-01-01`;
    for (const [date, fault] of [
      ['1899-12-31', 'more than 120 years ago'],
      [nextYear, 'in the future'],
    ] as const) {
      const wrong = `The birth date ${date} lies ${fault}. Correct it.`;
      await expect(edit('--birth-date', date)).rejects.toThrow(wrong);
    }
    expect(await shown()).toMatchObject({ birthDate: '1990-11-20' });
  });

  it('has the address corrected, not proven, and the one before is sent a mail', async () => {
    expect(JSON.parse(await edit('--email', 'zoe.muller@example.com', '--json'))).toEqual({
      memberId: id,
      changed: ['email'],
    });
    expect(await shown()).toMatchObject({ email: 'zoe.muller@example.com', emailProvenAt: null });
    expect(await mails()).toEqual([{ kind: 'email-changed', email: 'zoe.muler@example.com' }]);
  });

  it('has the address corrected for good: a link to another one that was asked for before works no more', async () => {
    const email = 'somebody.else@example.com';
    const link = await createLink(database(), dependencies(), {
      ...{ purpose: 'email', registrationId: null, memberId: id, email },
    });
    const { passwordHash = '' } = (await findAccount(database(), id)) ?? {};
    const account = { memberId: id, passwordHash };
    expect(await requestEmailLink(dependencies(), account, email)).toBe(true);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(await findEmailByLink(dependencies(), token)).toBe(email);
    await edit('--email', 'zoe.muller@example.com');
    expect(await findEmailByLink(dependencies(), token)).toBeNull();
    expect(await mails()).toMatchObject([{ kind: 'email-changed' }]);
  });

  it('leaves in the audit which facts, and not what they are', async () => {
    await edit('--last-name', 'Müller');
    await edit('--last-name', 'Müller', '--email', 'zoe.muler@example.com');
    const entries = await json('audit', 'list', '--action', 'member.edited');
    expect(entries.map(({ details }) => details)).toEqual([{ changed: ['lastName'] }]);
  });

  it('keeps everything where one value is refused', async () => {
    await expect(edit('--city', 'Köln', '--country', 'Germany')).rejects.toThrow(
      InvalidAccountError,
    );
    await createMember('a@b.example');
    await expect(edit('--city', 'Köln', '--email', 'A@B.example')).rejects.toThrow(
      /Another member has the e-mail address/,
    );
    expect(await shown()).toMatchObject({ city: 'Hamburg' });
  });

  it('is refused without a change, an address, an account for it, or where there is nobody', async () => {
    const { id: withoutAccount } = await insertMember(database());
    for (const [words, message] of [
      [[id], /member edit --help/],
      [[id, '--email', 'zoe'], /not an e-mail address/],
      [['99999', '--city', 'Köln'], /no member/],
      [[withoutAccount, '--email', 'c@d.example'], /has no account/],
    ] as const) {
      const refused = run('member', 'edit', ...words);
      await expect(refused).rejects.toThrow(message);
    }
  });
});
