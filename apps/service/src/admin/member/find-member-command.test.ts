import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { insertApplication, insertConnection, insertMember } from '../../testing/builders.ts';
import { OperatorError } from '../terminal/operator-error.ts';
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
