import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPasswordLink } from '../../account/change-password.ts';
import { createAccount, findRegistrationByLink, register } from '../../account/register.ts';
import { isLogInLink } from '../../connect/login/devices.ts';
import { databases } from '../../testing/test-database.ts';
import { OperatorError } from '../terminal.ts';
import { useOperator } from '../testing/operator.ts';

describe('members of the operator', () => {
  const { run, typing, createMember, database } = useOperator();
  const create = async () => {
    const { memberId, memberNumber } = await createMember();
    return { id: memberId, number: String(memberNumber) };
  };

  it('makes a member whose password comes from standard input', async () => {
    const output = await typing(
      'correct horse battery\n',
      ...['member', 'create', '--email', 'mike.brennan@example.com'],
      ...['--first-name', 'Mike', '--last-name', 'Brennan', '--birth-date', '1986-04-30'],
    );
    expect(output).toMatch(/mem_\w{26}/);
    expect(await database().selectFrom('account').selectAll().execute()).toHaveLength(1);
  });

  describe('erases and exports', () => {
    const nameOf = async (id: string) => {
      const query = database().selectFrom('member').select('display_name');
      return (await query.where('id', '=', id).executeTakeFirstOrThrow()).display_name;
    };

    it('a member after the number was typed, and not after anything else', async () => {
      const { id, number } = await create();
      const erase = ['member', 'erase', '--member', number];
      await expect(typing('yes', ...erase)).rejects.toThrow(/Nothing was erased/);
      expect(await nameOf(id)).toBe('Mike B.');
      const output = await typing(number, ...erase);
      expect(output).toContain(`${id} is a former player from now on.`);
      expect(await nameOf(id)).toBe('Former player');
      await expect(run('member', 'erase', '--yes', '--member', id)).rejects.toThrow(OperatorError);
    });

    it('a member by the e-mail address without a question, and leaves an entry without the name', async () => {
      const { id } = await create();
      const output = await run('member', 'erase', '--yes', '--email', 'MIKE.brennan@example.com');
      expect(output).not.toContain('Mike');
      const audit = database().selectFrom('audit_entry').select(['actor', 'action', 'details']);
      const entries = await audit.where('member_id', '=', id).execute();
      expect(entries.at(-1)).toEqual({ actor: 'operator', action: 'member.erased', details: null });
    });

    it('refuses to guess whom', async () => {
      const { id } = await create();
      for (const command of [
        ['erase', '--yes'],
        ['export', '--out', 'nowhere/file.json'],
      ]) {
        const refused = (...whom: string[]) => expect(run('member', ...command, ...whom)).rejects;
        const stranger = ['--email', 'a@b.example'];
        await refused().toThrow(/--member or by --email/);
        await refused('--member', id, ...stranger).toThrow(/--member or by --email/);
        await refused(...stranger).toThrow(/no member a@b.example/);
      }
    });

    it('a file that its owner alone may read, and never over another', async () => {
      const { id } = await create();
      const directory = await mkdtemp(join(tmpdir(), 'partner-rating-test-'));
      onTestFinished(() => rm(directory, { recursive: true }));
      const file = join(directory, 'mike.json');
      await run('member', 'export', '--member', id, '--out', file);
      expect(JSON.parse(await readFile(file, 'utf8')).profile).toMatchObject({ id });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await expect(run('member', 'export', '--member', id, '--out', file)).rejects.toThrow(/--out/);
    });
  });

  it('opts a member out of discovery and in again, and leaves a line of each', async () => {
    const { id, number } = await create();
    const isDiscoverable = async () => {
      const query = database().selectFrom('member').select('is_discoverable');
      return (await query.executeTakeFirstOrThrow()).is_discoverable;
    };
    expect(await run('member', 'discovery', id, 'off')).toBe(
      `Mike Brennan (${id}) is shown to nobody but connected partners.`,
    );
    expect(await isDiscoverable()).toBe(false);
    expect(await run('member', 'discovery', number, 'on')).toContain('is shown in');
    expect(await isDiscoverable()).toBe(true);
    const audit = database().selectFrom('audit_entry').select(['actor', 'details']);
    expect(await audit.where('action', '=', 'discovery.changed').execute()).toEqual([
      { actor: 'operator', details: { isDiscoverable: false } },
      { actor: 'operator', details: { isDiscoverable: true } },
    ]);
  });

  it('refuses to change the discovery of a member who does not exist', async () => {
    for (const reference of ['10999', 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0', 'Mike']) {
      const refused = run('member', 'discovery', reference, 'off');
      await expect(refused).rejects.toThrow(`There is no member ${reference}.`);
    }
  });
});

const email = 'lena.vogt@example.com';

const person = { email, firstName: 'Lena', lastName: 'Vogt', birthDate: '1991-04-02' };

const password = 'racket strings at noon';

describe.each(databases)('operator member link on %s', (kind) => {
  const { dependencies, database, run } = useOperator({ kind });
  const link = async (purpose: string, address = email) => {
    const output = await run('member', 'link', '--email', address, '--purpose', purpose);
    return output.split('\n', 1).join();
  };
  const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? '';

  it('proves the address of somebody who registered', async () => {
    await register(dependencies(), { ...person, password }, null);
    const address = await link('verify', email.toUpperCase());
    expect(address).toMatch(/^https:\/\/ratings\.example\/account\/register\/confirm\?token=/);
    expect(await findRegistrationByLink(dependencies(), tokenIn(address))).toMatchObject({ email });
  });

  it('lets a player with an account choose a new password, and is audited without the link', async () => {
    await createAccount(dependencies(), { ...person, password });
    const address = await link('reset');
    expect(await isPasswordLink(dependencies(), tokenIn(address))).toBe(true);
    const entries = database().selectFrom('audit_entry').selectAll();
    const [entry] = await entries.where('action', '=', 'link.created').execute();
    expect(entry).toMatchObject({ actor: 'operator', details: { purpose: 'reset' } });
  });

  it('lets a player log in with a new browser', async () => {
    await createAccount(dependencies(), { ...person, password });
    const address = await link('log-in');
    expect(address).toMatch(/^https:\/\/ratings\.example\/account\/log-in\/allow\?token=/);
    expect(await isLogInLink(dependencies(), tokenIn(address))).toBe(true);
  });

  it('says so where there is nobody', async () => {
    await expect(link('verify')).rejects.toThrow('registered in the last 24 hours');
    await expect(link('reset')).rejects.toThrow('There is no account');
    await expect(link('log-in')).rejects.toThrow('There is no account');
    await expect(link('reset', 'nobody')).rejects.toThrow('not an e-mail address');
  });
});
