import { describe, expect, it } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { failCleanUp, failure } from '../../privacy/testing/fail-clean-up.ts';
import { databases } from '../../testing/test-database.ts';
import { operatorDependencies, silentTerminal } from '../testing/operator.ts';
import { eraseCommand } from './member-data.ts';

const zaphira = {
  ...{ email: 'zaphira@quillon.example', password: 'correct horse Zaphira' },
  ...{ firstName: 'Zaphira', lastName: 'Quillonwick' },
};

describe.each(databases)('member erase on %s', (kind) => {
  it('says that a person is erased also where what they leave behind is cleaned up later', async () => {
    const dependencies = await operatorDependencies({ kind });
    const { database } = dependencies;
    const { memberId } = await createAccount(dependencies, zaphira);
    await failCleanUp(database);
    const [printed, errors]: [string[], string[]] = [[], []];
    const terminal = silentTerminal({
      print: (line) => printed.push(line),
      printError: (line) => errors.push(line),
    });
    const command = eraseCommand(async (action) => await action(dependencies), terminal);
    // That it does not throw is the exit status 0.
    await command.parseAsync(['--yes', '--json', '--member', memberId], { from: 'user' });
    expect(printed.map((line) => JSON.parse(line))).toEqual([
      { memberId, erased: true, connections: 0, reported: [] },
    ]);
    const later = `${memberId} is erased. What is left of them in the database is cleaned up later`;
    expect(errors).toEqual([expect.stringContaining(later), expect.stringContaining(failure)]);
    const member = database.selectFrom('member').select('display_name').where('id', '=', memberId);
    expect(await member.execute()).toEqual([{ display_name: 'Former player' }]);
  });
});
