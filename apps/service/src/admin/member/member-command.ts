import { Argument, Command, Option } from 'commander';
import { createAccount } from '../../accounts/create-account.ts';
import type { Gender } from '../../platform/database/schema.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { claimCommand } from './claim-command.ts';
import { confirmRecordedBirthDate, setDiscovery } from './discovery.ts';
import { editMemberCommand } from './edit-member-command.ts';
import { eraseCommand } from './erase-command.ts';
import { exportCommand } from './export-command.ts';
import { findMemberCommand } from './find-member-command.ts';
import { lockCommand, unlockCommand } from './lock-command.ts';
import { createMemberLink, type OperatorLink } from './member-link.ts';
import { resetCommand } from './reset-command.ts';
import { secondFactorCommand } from './second-factor-command.ts';
import { showMemberCommand } from './show-member-command.ts';

/** `member`: players, and the accounts they log in with. */
export function memberCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  const { print, readInput } = terminal;
  const member = new Command('member').description('Members and the accounts they log in with.');
  member
    .command('create')
    .description('Make a member with an account. The password is read from standard input.')
    .requiredOption('--email <email>')
    .requiredOption('--first-name <name>')
    .requiredOption('--last-name <name>')
    .option('--birth-date <date>', 'YYYY-MM-DD; without it the player is in no age bracket')
    .addOption(
      new Option('--gender <gender>', 'counts for gender and mixed brackets')
        .choices(['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'])
        .default('UNKNOWN'),
    )
    .option('--city <city>')
    .option('--state <state>')
    .option('--zip <zip>')
    .option('--country <country>', 'ISO 3166-1 alpha-2')
    .option(...AS_JSON)
    .action((options: MemberOptions) =>
      withDependencies(async (dependencies) => {
        const password = (await readInput()).replace(/\r?\n$/, '');
        const { memberId, memberNumber } = await createAccount(dependencies, {
          ...options,
          password,
        });
        printResult(print, options, {
          value: { memberId, memberNumber },
          lines: [`Member         ${memberId}`, `Member number  ${memberNumber}`],
        });
      }),
    );
  member
    .command('discovery')
    .description(
      'Show a member in search and on leaderboards, or nowhere but to connected partners.',
    )
    .argument('<member>', 'mem_… or a member number')
    .addArgument(new Argument('<state>', 'whether the member is found').choices(['on', 'off']))
    .option(...AS_JSON)
    .action((reference: string, state: 'on' | 'off', options: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const isWanted = state === 'on';
        const { memberId, name } = await setDiscovery(dependencies, reference, isWanted);
        const words = isWanted
          ? 'is shown in search and on leaderboards'
          : 'is shown to nobody but connected partners';
        const line = `${name} (${memberId}) ${words}.`;
        printResult(print, options, { value: { memberId, isWanted }, lines: [line] });
      }),
    );
  member
    .command('confirm-birth-date')
    .description(
      'Confirm the recorded birth date, after you checked it: an earlier one that said under 16 no longer counts.',
    )
    .argument('<member>', 'mem_… or a member number')
    .option(...AS_JSON)
    .action((reference: string, options: { json: boolean }) =>
      withDependencies(async (dependencies) => {
        const value = await confirmRecordedBirthDate(dependencies, reference);
        const { memberId, birthDate, protectedUntil } = value;
        const line =
          protectedUntil === null
            ? `${memberId} is not under 16 by the recorded birth date, ${birthDate ?? 'none'}. They are found once they choose it.`
            : `${memberId} is under 16 by the recorded birth date, ${birthDate}, until ${protectedUntil}.`;
        printResult(print, options, { value, lines: [line] });
      }),
    );
  member
    .command('link')
    .description('Print a one-use link, for a player whom no mail reaches.')
    .requiredOption('--email <email>')
    .addOption(
      new Option(
        '--purpose <purpose>',
        'to prove the address, to choose a new password, or to log in with a new browser',
      )
        .choices(['verify', 'reset', 'log-in'])
        .makeOptionMandatory(),
    )
    .option(...AS_JSON)
    .action(({ email, purpose, json }: { email: string; purpose: OperatorLink; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const link = await createMemberLink(dependencies, email, purpose);
        const life = purpose === 'reset' ? 'one hour' : '24 hours';
        const advice = `It works once, for ${life}. Give it to nobody but the player.`;
        printResult(print, { json }, { value: { link, purpose }, lines: [link, advice] });
      }),
    );
  member.addCommand(findMemberCommand(withDependencies, { print }));
  member.addCommand(showMemberCommand(withDependencies, { print }));
  member.addCommand(editMemberCommand(withDependencies, { print }));
  member.addCommand(lockCommand(withDependencies, { print }));
  member.addCommand(unlockCommand(withDependencies, { print }));
  member.addCommand(resetCommand(withDependencies, { print }));
  member.addCommand(claimCommand(withDependencies, { print }));
  member.addCommand(secondFactorCommand(withDependencies, { print }));
  member.addCommand(exportCommand(withDependencies, terminal));
  member.addCommand(eraseCommand(withDependencies, terminal));
  return member;
}

interface MemberOptions {
  email: string;
  firstName: string;
  lastName: string;
  birthDate?: string;
  gender: Gender;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
  json: boolean;
}
