import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isPasswordLink } from '../../account/change-password.ts';
import { createAccount, findRegistrationByLink, register } from '../../account/register.ts';
import { isLogInLink } from '../../connect/login/devices.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { databases } from '../../testing/test-database.ts';
import { OperatorError } from '../terminal.ts';
import { operatorDependencies } from '../testing/operator-dependencies.ts';
import { runOperator } from '../testing/run-operator.ts';

describe('members of the operator', () => {
  let dependencies: Dependencies;
  let input: string;

  beforeEach(async () => {
    dependencies = await operatorDependencies();
    input = '';
  });

  const run = async (...words: string[]) =>
    (await runOperator(dependencies, words, input)).join('\n');

  it('makes a member whose password comes from standard input', async () => {
    input = 'correct horse battery\n';
    const output = await run(
      ...['member', 'create', '--email', 'mike.brennan@example.com'],
      ...['--first-name', 'Mike', '--last-name', 'Brennan', '--birth-date', '1986-04-30'],
    );
    expect(output).toMatch(/mem_\w{26}/);
    expect(await dependencies.database.selectFrom('account').selectAll().execute()).toHaveLength(1);
  });

  describe('erases and exports', () => {
    const create = async (email = 'mike.brennan@example.com') => {
      input = 'correct horse battery';
      const names = ['--first-name', 'Mike', '--last-name', 'Brennan'];
      const made = await run('member', 'create', '--email', email, ...names);
      const [id = ''] = /mem_\w{26}/.exec(made) ?? [];
      const [, number = ''] = /number\s+(\d+)/.exec(made) ?? [];
      return { id, number };
    };
    const nameOf = async (id: string) => {
      const query = dependencies.database.selectFrom('member').select('display_name');
      return (await query.where('id', '=', id).executeTakeFirstOrThrow()).display_name;
    };

    it('a member after the number was typed, and not after anything else', async () => {
      const { id, number } = await create();
      input = 'yes';
      await expect(run('member', 'erase', '--member', id)).rejects.toThrow(/Nothing was erased/);
      expect(await nameOf(id)).toBe('Mike B.');
      input = number;
      const output = await run('member', 'erase', '--member', number);
      expect(output).toContain(`${id} is a former player from now on.`);
      expect(await nameOf(id)).toBe('Former player');
      await expect(run('member', 'erase', '--yes', '--member', id)).rejects.toThrow(OperatorError);
    });

    it('a member by the e-mail address without a question, and leaves an entry without the name', async () => {
      const { id } = await create();
      const output = await run('member', 'erase', '--yes', '--email', 'MIKE.brennan@example.com');
      expect(output).not.toContain('Mike');
      const entries = await dependencies.database
        .selectFrom('audit_entry')
        .select(['actor', 'action', 'details'])
        .where('member_id', '=', id)
        .execute();
      expect(entries.at(-1)).toEqual({ actor: 'operator', action: 'member.erased', details: null });
    });

    it('refuses to guess whom', async () => {
      const { id } = await create();
      for (const command of [
        ['erase', '--yes'],
        ['export', '--out', 'nowhere/file.json'],
      ]) {
        await expect(run('member', ...command)).rejects.toThrow(/--member or by --email/);
        await expect(
          run('member', ...command, '--member', id, '--email', 'a@b.example'),
        ).rejects.toThrow(/--member or by --email/);
        await expect(run('member', ...command, '--email', 'a@b.example')).rejects.toThrow(
          /no member a@b.example/,
        );
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
    input = 'correct horse battery';
    const names = ['--first-name', 'Mike', '--last-name', 'Brennan'];
    const made = await run('member', 'create', '--email', 'mike.brennan@example.com', ...names);
    const [id = ''] = /mem_\w{26}/.exec(made) ?? [];
    const [, number = ''] = /number\s+(\d+)/.exec(made) ?? [];
    const isDiscoverable = async () => {
      const query = dependencies.database.selectFrom('member').select('is_discoverable');
      return (await query.executeTakeFirstOrThrow()).is_discoverable;
    };
    expect(await run('member', 'discovery', id, 'off')).toBe(
      `Mike Brennan (${id}) is shown to nobody but connected partners.`,
    );
    expect(await isDiscoverable()).toBe(false);
    expect(await run('member', 'discovery', number, 'on')).toContain('is shown in');
    expect(await isDiscoverable()).toBe(true);
    const audit = dependencies.database.selectFrom('audit_entry').select(['actor', 'details']);
    expect(await audit.where('action', '=', 'discovery.changed').execute()).toEqual([
      { actor: 'operator', details: { isDiscoverable: false } },
      { actor: 'operator', details: { isDiscoverable: true } },
    ]);
  });

  it.each(['10999', 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0', 'Mike'])(
    'refuses to change the discovery of %s, whom nobody is',
    async (reference) => {
      await expect(run('member', 'discovery', reference, 'off')).rejects.toThrow(
        `There is no member ${reference}.`,
      );
    },
  );
});

const email = 'lena.vogt@example.com';

const person = { email, firstName: 'Lena', lastName: 'Vogt', birthDate: '1991-04-02' };

const password = 'racket strings at noon';

describe.each(databases)('operator member link on %s', (kind) => {
  let dependencies: Dependencies;
  beforeEach(async () => {
    dependencies = await operatorDependencies({ kind });
  });

  async function link(purpose: string, address = email): Promise<string> {
    const words = ['member', 'link', '--email', address, '--purpose', purpose];
    const [printed = ''] = await runOperator(dependencies, words);
    return printed;
  }
  const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? '';

  it('proves the address of somebody who registered', async () => {
    await register(dependencies, { ...person, password }, null);
    const address = await link('verify', email.toUpperCase());
    expect(address).toMatch(/^https:\/\/ratings\.example\/account\/register\/confirm\?token=/);
    expect(await findRegistrationByLink(dependencies, tokenIn(address))).toMatchObject({ email });
  });

  it('lets a player with an account choose a new password, and is audited without the link', async () => {
    await createAccount(dependencies, { ...person, password });
    const address = await link('reset');
    expect(await isPasswordLink(dependencies, tokenIn(address))).toBe(true);
    const entries = dependencies.database.selectFrom('audit_entry').selectAll();
    const [entry] = await entries.where('action', '=', 'link.created').execute();
    expect(entry).toMatchObject({ actor: 'operator', details: { purpose: 'reset' } });
  });

  it('lets a player log in with a new browser', async () => {
    await createAccount(dependencies, { ...person, password });
    const address = await link('log-in');
    expect(address).toMatch(/^https:\/\/ratings\.example\/account\/log-in\/allow\?token=/);
    expect(await isLogInLink(dependencies, tokenIn(address))).toBe(true);
  });

  it('says so where there is nobody', async () => {
    await expect(link('verify')).rejects.toThrow('registered in the last 24 hours');
    await expect(link('reset')).rejects.toThrow('There is no account');
    await expect(link('log-in')).rejects.toThrow('There is no account');
    await expect(link('reset', 'nobody')).rejects.toThrow('not an e-mail address');
  });
});
