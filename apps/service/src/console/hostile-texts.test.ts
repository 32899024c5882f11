import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { openClub } from '../matches/testing/story.ts';
import { play, voidPlayed } from '../matches/testing/voids.ts';
import { insertEndpoint, insertMember, insertOwnGhost } from '../testing/builders.ts';
import { insertDueDeliveries } from '../webhooks/testing/fixtures.ts';
import { clientInProcess } from './command/local-client.ts';
import { runOperatorCommand } from './operator.ts';
import { lineWriter } from './terminal.ts';
import { operatorCommands, operatorDependencies } from './testing/operator.ts';

// This text ends the line, clears the screen in two ways, begins another row, and reverses the following text.
const hostile = 'x\n\u001b[2J\u009b2Jforged  rated\u202e\u2028\u{e0041}';

/** Opens a club with hostile text in everything that a partner or a player may write, as if no rule refused it. */
async function openHostileClub() {
  const opened = await openClub('postgres');
  const { database, club, mike } = opened;
  const idOf = await play(club, { ...opened.doubles, identifier: hostile }, opened.singles);
  await voidPlayed(club, idOf(opened.singles.identifier), { reason: hostile });
  await insertEndpoint(database, club.submitter.applicationId);
  const [deliveryId = ''] = await insertDueDeliveries(database, club.submitter.applicationId, 1, {
    status: 'failed',
    error_message: hostile,
    response_body: hostile,
    next_attempt_at: null,
  });
  const ghost = await insertMember(database, { first_name: hostile });
  await insertOwnGhost(database, club.submitter.applicationId, ghost.id);
  await database
    .updateTable('application')
    .set({ name: hostile, client_id: 'hostile-club' })
    .execute();
  await database
    .updateTable('webhook_endpoint')
    .set({ url: `https://a.example/${hostile}` })
    .execute();
  await database
    .updateTable('member')
    .set({ first_name: hostile, display_name: hostile, city: hostile, email: null })
    .execute();
  const { client_id } = await database
    .selectFrom('application')
    .select('client_id')
    .where('id', '=', club.submitter.applicationId)
    .executeTakeFirstOrThrow();
  await database
    .insertInto('audit_entry')
    .values({
      occurred_at: new Date(),
      actor: 'partner',
      action: 'import.done',
      details: JSON.stringify({ event: hostile }),
    })
    .execute();
  const dependencies = { ...(await operatorDependencies()), database };
  return {
    dependencies,
    mike,
    ghost,
    deliveryId,
    clientId: client_id,
    matchId: idOf(hostile),
  };
}

/** Commands that print texts of partners and players. Each prints something hostile here. */
const readers = [
  ...['partner list', 'partner show', 'member find', 'member show', 'match list', 'match show'],
  ...['delivery list', 'delivery show', 'audit list'],
];

/** Returns the words of a command with a value for each argument: one of the club, or a hostile one. */
function wordsFor(
  [words, command]: [string, Command],
  known: { readonly [name: string]: string },
): string[] {
  const valueFor = (name: string) => known[name] ?? hostile;
  return [
    ...words.split(' '),
    ...command.registeredArguments.map((argument) => valueFor(argument.name())),
    ...command.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long }) => [String(long), valueFor(String(long))]),
    ...(command.options.some(({ long }) => long === '--yes') ? ['--yes'] : []),
  ];
}

it('text of other people cannot control the terminal of a command', async () => {
  const { dependencies, ...club } = await openHostileClub();
  const known = {
    clientId: club.clientId,
    member: String(club.mike.member_number),
    matchId: club.matchId,
    deliveryId: club.deliveryId,
    text: 'Brennan',
  };
  const run = async (words: string[]) => {
    let written = '';
    const write = (text: string) => {
      written += text;
    };
    const print = lineWriter({ write });
    const terminal = {
      print,
      printError: print,
      printProgress: print,
      resolvePath: () => '/dev/null/x',
      onInterrupt: () => () => {},
      columns: 120,
    };
    const asked = { readInput: async () => hostile, readLine: async () => hostile };
    await runOperatorCommand(
      words,
      { ...terminal, ...asked },
      () => (use) => use(clientInProcess(dependencies)),
    );
    return written;
  };
  const dangerous = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^forged/mu;
  const unsafe: string[] = [];
  const untested: string[] = [];
  // Readers first, because other commands erase and delete.
  const commands = operatorCommands();
  for (const words of readers) {
    const command = commands.find(([name]) => name === words);
    if (command === undefined) throw new Error(`There is no command ${words}.`);
    for (const option of [[], ['--json']]) {
      const written = await run([...wordsFor(command, known), ...option]);
      if (dangerous.test(written)) unsafe.push(`${words} ${option}`);
      if (!written.includes('\\u202e')) untested.push(`${words} ${option}`);
    }
  }
  for (const command of commands) {
    for (const values of [{}, known]) {
      if (dangerous.test(await run(wordsFor(command, values)))) unsafe.push(command[0]);
    }
  }
  expect({ unsafe, untested }).toEqual({ unsafe: [], untested: [] });
});
