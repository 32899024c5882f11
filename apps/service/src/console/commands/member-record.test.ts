import { beforeEach, describe, expect, it } from 'vitest';
import { findEmailByLink, requestEmailLink } from '../../account/change-password.ts';
import { InvalidAccountError } from '../../account/register.ts';
import { createLink } from '../../connect/login/links.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { insertApplication, insertConnection, insertMember } from '../../testing/builders.ts';
import { OperatorError } from '../terminal.ts';
import { operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

describe('members that an operator finds', () => {
  let dependencies: Dependencies;
  let id: string;

  beforeEach(async () => {
    dependencies = await operatorDependencies();
    const made = await run(
      ...['member', 'create', '--email', 'zoe.muller@example.com', '--country', 'DE'],
      ...['--first-name', 'Zoë', '--last-name', 'Müller', '--birth-date', '1990-11-20'],
    );
    [id = ''] = /mem_\w{26}/.exec(made) ?? [];
    await insertMember(dependencies.database, { first_name: 'Mike', last_name: 'Brennan' });
  });

  const run = async (...words: string[]) =>
    (await runOperator(dependencies, words, 'correct horse battery')).join('\n');

  it.each(['muller', 'ZOË', 'oe mu', 'Zoe.Muller@example.com'])('by %s', async (text) => {
    expect(JSON.parse(await run('member', 'find', text, '--json'))).toEqual({
      memberId: id,
      memberNumber: expect.any(Number),
      firstName: 'Zoë',
      lastName: 'Müller',
      kind: 'account',
      email: 'zoe.muller@example.com',
      city: null,
      country: 'DE',
    });
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
    const { database } = dependencies;
    const application = await insertApplication(database, { client_id: 'courtside-club' });
    await insertConnection(database, application, id);
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
    expect(JSON.parse(await run('member', 'show', id, '--json'))).toMatchObject({
      memberId: id,
      partners: ['courtside-club'],
      ratings: [],
    });
  });

  it('leave out who was erased', async () => {
    await run('member', 'erase', '--yes', '--member', id);
    expect(await run('member', 'find', 'muller')).toBe('There is no such member.');
    await expect(run('member', 'show', id)).rejects.toThrow(/member find/);
  });

  it.each([' ', '%', '_'])('are none of "%s", which has no letter', async (text) => {
    await expect(run('member', 'find', text)).rejects.toThrow(OperatorError);
  });
});

describe('a member whom an operator edits', () => {
  let dependencies: Dependencies;
  let id: string;

  beforeEach(async () => {
    dependencies = await operatorDependencies({
      environment: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' },
    });
    const made = await run(
      ...['member', 'create', '--email', 'zoe.muler@example.com', '--city', 'Hamburg'],
      ...['--first-name', 'Zoe', '--last-name', 'Muler', '--birth-date', '1990-11-20', '--json'],
    );
    ({ memberId: id } = JSON.parse(made));
  });

  const run = async (...words: string[]) =>
    (await runOperator(dependencies, words, 'correct horse battery')).join('\n');
  const edit = (...words: string[]) => run('member', 'edit', id, ...words);
  const shown = async () => JSON.parse(await run('member', 'show', id, '--json'));

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
    const thisYear = dependencies.clock().getUTCFullYear();
    await edit('--birth-date', `${thisYear - 10}-01-01`);
    expect(await shown()).toMatchObject({ isDiscoverable: false });
  });

  it('has no birth date on which nobody who lives was born', async () => {
    const nextYear = `${dependencies.clock().getUTCFullYear() + 1}-01-01`;
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
    const mails = dependencies.database.selectFrom('mail').select(['kind', 'email']);
    expect(await mails.execute()).toEqual([
      { kind: 'email-changed', email: 'zoe.muler@example.com' },
    ]);
  });

  it('has the address corrected for good: a link to another one that was asked for before works no more', async () => {
    const link = await createLink(dependencies.database, dependencies, {
      ...{ purpose: 'email', registrationId: null, memberId: id },
      email: 'somebody.else@example.com',
    });
    const { passwordHash = '' } = (await findAccount(dependencies.database, id)) ?? {};
    const account = { memberId: id, passwordHash };
    expect(await requestEmailLink(dependencies, account, 'somebody.else@example.com')).toBe(true);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(await findEmailByLink(dependencies, token)).toBe('somebody.else@example.com');
    await edit('--email', 'zoe.muller@example.com');
    expect(await findEmailByLink(dependencies, token)).toBeNull();
    const mails = dependencies.database.selectFrom('mail').select('kind');
    expect(await mails.execute()).toEqual([{ kind: 'email-changed' }]);
  });

  it('leaves in the audit which facts, and not what they are', async () => {
    await edit('--last-name', 'Müller');
    await edit('--last-name', 'Müller', '--email', 'zoe.muler@example.com');
    const entries = await run('audit', 'list', '--action', 'member.edited', '--json');
    expect(entries.split('\n').map((line) => JSON.parse(line).details)).toEqual([
      { changed: ['lastName'] },
    ]);
  });

  it('keeps everything where one value is refused', async () => {
    await expect(edit('--city', 'Köln', '--country', 'Germany')).rejects.toThrow(
      InvalidAccountError,
    );
    await run(
      'member',
      'create',
      '--email',
      'a@b.example',
      '--first-name',
      'A',
      '--last-name',
      'B',
    );
    await expect(edit('--city', 'Köln', '--email', 'A@B.example')).rejects.toThrow(
      /Another member has the e-mail address/,
    );
    expect(await shown()).toMatchObject({ city: 'Hamburg' });
  });

  it.each([
    ['nothing', [], /member edit --help/],
    ['an address that is none', ['--email', 'zoe'], /not an e-mail address/],
  ])('is refused %s', async (_, words, message) => {
    const refused = edit(...words);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(OperatorError);
  });

  it('is refused where there is nobody, or no account for an address', async () => {
    const words = ['--city', 'Köln'];
    await expect(run('member', 'edit', '99999', ...words)).rejects.toThrow(/member find/);
    const { id: withoutAccount } = await insertMember(dependencies.database);
    await expect(run('member', 'edit', withoutAccount, '--email', 'c@d.example')).rejects.toThrow(
      /has no account/,
    );
  });
});
