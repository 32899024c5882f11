import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fitsPassword } from '../../connect/login/check-password.ts';
import { findNamedAccount } from '../../connect/login/store/accounts.ts';
import { operatorCommand, runOperatorCommand } from '../operator.ts';
import { createAdminHandler } from '../serve-admin.ts';
import { OperatorError } from '../terminal.ts';
import { CALLBACK, silentTerminal, useOperator } from '../testing/operator.ts';
import { clientOverHttp } from './clients.ts';
import { clientInProcess } from './local-client.ts';

describe('commands that the document describes', () => {
  const { dependencies, run, json, typing, createPartner, createMember } = useOperator();

  it('take path parameters as arguments, and the rest as options', async () => {
    await createPartner();
    const edited = await run('partner', 'edit', 'courtside-club', '--limits-ingest', '1200');
    expect(edited).toMatch(/^Limits ingest +1200$/m);
    expect(edited).toMatch(/The partner was changed\.$/);
    await run('partner', 'edit', 'courtside-club', '--limits-ingest', 'null');
    expect((await json('partner', 'show', 'courtside-club'))[0]).toMatchObject({
      limits: {},
    });
  });

  it('print a table, or entry by entry if the terminal is too narrow', async () => {
    await createPartner();
    const wide = (await run('partner', 'list')).split('\n');
    expect(wide[0]).toMatch(
      /^Client id +Name +Created at +Pending since +Suspended at +Deleted at$/,
    );
    expect(wide[1]).toMatch(/^courtside-club +Courtside Club +2026-09-12 18:00 +- +- +-$/);
    const lines: string[] = [];
    const narrow = silentTerminal({ columns: 40, print: (line) => lines.push(line) });
    const command = operatorCommand(
      async (use) => await use(clientInProcess(dependencies())),
      narrow,
    );
    await command.parseAsync(['partner', 'list'], { from: 'user' });
    expect(lines[0]).toMatch(/^Client id +courtside-club$/);
  });

  it('read as many pages as the limit needs, and say if there are more', async () => {
    for (let index = 0; index < 103; index += 1) {
      await createPartner(`club-${String(index).padStart(3, '0')}`);
    }
    expect(await json('partner', 'list', '--limit', '102')).toHaveLength(102);
    expect(await run('partner', 'list', '--limit', '102')).toMatch(/There are more/);
    expect(await run('partner', 'list', '--limit', '103')).not.toMatch(/There are more/);
  });

  it('say that a list is empty, and print nothing for programs', async () => {
    expect(await run('partner', 'list')).toMatch(/^Nothing found\./);
    expect(await run('partner', 'list', '--json')).toBe('');
  });

  it('name the option or the argument that was refused', async () => {
    const create = [
      'partner',
      'create',
      'Courtside',
      '--name',
      'X',
      '--redirect-uri',
      'javascript:alert(1)',
    ];
    await expect(run(...create)).rejects.toThrow(/^clientId: .*courtside-club/s);
    const address = [
      'partner',
      'create',
      'courtside',
      '--name',
      'X',
      '--redirect-uri',
      '/callback',
    ];
    await expect(run(...address)).rejects.toThrow(/^--redirect-uri: /);
    await expect(run('partner', 'show', 'nobody')).rejects.toThrow(OperatorError);
  });

  it('read a password from standard input, and remove a fact that is given as empty', async () => {
    const names = ['--first-name', 'Mike', '--last-name', 'Brennan', '--city', 'Austin'];
    const email = 'mike.brennan@example.com';
    const create = ['member', 'create', '--email', email, ...names];
    await expect(typing('\n', ...create)).rejects.toThrow(/^password: /);
    expect(await typing('correct horse battery\n', ...create)).toMatch(/^Member id +mem_\w{26}$/m);
    const account = await findNamedAccount(dependencies().database, { of: 'player', name: email });
    expect(await fitsPassword('correct horse battery', account?.passwordHash ?? '')).toBe(true);
    for (const nothing of ['', 'null']) {
      await run('member', 'edit', email, '--city', 'Austin');
      await run('member', 'edit', email, '--city', nothing);
      expect((await json('member', 'show', email))[0]).toMatchObject({ city: null });
    }
  });

  it('write a file that only its owner may read, and never overwrite one', async () => {
    const { memberId } = await createMember();
    const directory = await mkdtemp(join(tmpdir(), 'partner-rating-test-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'mike.json');
    const words = ['member', 'export', memberId, '--out', file];
    expect(await run(...words)).toMatch(/Send it only to the member/);
    expect(JSON.parse(await readFile(file, 'utf8')).profile).toMatchObject({ id: memberId });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(run(...words)).rejects.toThrow(/--out/);
  });

  it('send a list in the query by a repeated option', async () => {
    const { memberId } = await createMember();
    const reported = ['--reported', memberId, '--reported', 'mike'];
    const refused = run('member', 'export', memberId, '--out', '/dev/null/x', ...reported);
    await expect(refused).rejects.toThrow(/^--reported: .*mem_/);
  });

  it('show the subject before they do something that cannot be undone', async () => {
    const { memberNumber } = await createMember();
    const words = ['member', 'erase', String(memberNumber)];
    await expect(typing('yes', ...words)).rejects.toThrow('Nothing was done');
    expect(await typing(String(memberNumber), ...words)).toMatch(/^Last name +Brennan$/m);
  });

  it('ask a person, but no program, to type the name before something that cannot be undone', async () => {
    await createPartner();
    const words = ['partner', 'delete', 'courtside-club'];
    await expect(typing('yes', ...words)).rejects.toThrow('Nothing was done');
    await expect(run(...words, '--json')).rejects.toThrow(/Add --yes/);
    expect((await json('partner', 'show', 'courtside-club'))[0]).toMatchObject({ deletedAt: null });
    expect(await typing('courtside-club', ...words)).toContain('The partner was deleted.');
  });

  it('work over HTTP with the token of an operator, as that operator', async () => {
    const [{ token }] = await json('token', 'create', 'ana', '--role', 'admin');
    const handle = createAdminHandler(dependencies());
    const withClient = async (use: (client: typeof handle) => Promise<void>) =>
      await use(async (request) => {
        request.headers.set('authorization', `Bearer ${token}`);
        return await handle(request);
      });
    const command = operatorCommand(withClient, silentTerminal());
    const names = ['--name', 'Courtside', '--redirect-uri', CALLBACK];
    await command.parseAsync(['partner', 'create', 'courtside', ...names], { from: 'user' });
    const [entry] = await json('audit', 'list', '--action', 'partner.created');
    expect(entry).toMatchObject({ operator: 'ana', clientId: 'courtside' });
  });

  it('exit with 1 for a refusal and with 2 for wrong arguments, and say what to set for HTTP', async () => {
    const statusOf = async (words: string[], address?: string) => {
      const errors: string[] = [];
      const terminal = silentTerminal({ printError: (line) => errors.push(line) });
      const status = await runOperatorCommand(words, terminal, () =>
        address === undefined
          ? (use) => use(clientInProcess(dependencies()))
          : clientOverHttp(address, undefined, terminal.printError),
      );
      return { status, errors: errors.join('\n') };
    };
    expect(await statusOf(['partner', 'list'])).toMatchObject({ status: 0 });
    expect(await statusOf(['partner', 'show', 'nobody'])).toMatchObject({ status: 1 });
    expect(await statusOf(['partner', 'list', '--colour'])).toMatchObject({ status: 2 });
    expect(await statusOf(['partner', 'list'], 'https://ratings.example')).toEqual({
      status: 1,
      errors: expect.stringContaining('OPERATOR_TOKEN'),
    });
    expect(await statusOf(['partner', 'list'], 'ratings')).toMatchObject({
      status: 1,
      errors: expect.stringContaining('It is ratings.'),
    });
  });

  it('have the descriptions of the document as their help', async () => {
    const lines: string[] = [];
    const terminal = silentTerminal({ print: (line) => lines.push(line) });
    const open = () => expect.fail('No database is opened.');
    expect(await runOperatorCommand(['partner', 'edit', '--help'], terminal, open)).toBe(0);
    const help = lines.join('\n').replace(/\s+/g, ' ');
    expect(help).toContain('Change a partner.');
    expect(help).toContain('--redirect-uri <redirect-uri...> the redirect addresses');
    expect(help).toContain('players who are just connecting with this address see an error');
  });
});
