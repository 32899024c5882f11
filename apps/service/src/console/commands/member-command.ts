import { Argument, Command, Option } from 'commander';
import { createAccount } from '../../account/register.ts';
import { findRegistrationByEmail } from '../../account/store/registrations.ts';
import { readEmail } from '../../connect/login/domain/account-mail.ts';
import { createLink } from '../../connect/login/links.ts';
import { findAccountByEmail, isAccountLocked } from '../../connect/login/store/accounts.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Gender } from '../../platform/database/schema.ts';
import {
  AS_JSON,
  OperatorError,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';
import {
  confirmRecordedBirthDate,
  lockCommand,
  resetCommand,
  secondFactorCommand,
  setDiscovery,
  unlockCommand,
} from './member-access.ts';
import { claimCommand, eraseCommand, exportCommand } from './member-data.ts';
import { editMemberCommand, findMemberCommand, showMemberCommand } from './member-record.ts';

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
    .description('Print a one-use link for a player who gets no mail.')
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
  member.addCommand(findMemberCommand(withDependencies, terminal));
  member.addCommand(showMemberCommand(withDependencies, terminal));
  member.addCommand(editMemberCommand(withDependencies, terminal));
  member.addCommand(lockCommand(withDependencies, terminal));
  member.addCommand(unlockCommand(withDependencies, terminal));
  member.addCommand(resetCommand(withDependencies, terminal));
  member.addCommand(claimCommand(withDependencies, terminal));
  member.addCommand(secondFactorCommand(withDependencies, terminal));
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

type OperatorLink = 'verify' | 'reset' | 'log-in';

const purposes = { verify: 'email', reset: 'password', 'log-in': 'log-in' } as const;

/**
 * Makes a one-use link for somebody whom the operator knows to have an e-mail address: to prove the
 * address, of a registration or an account, to choose a new password, or to log in with a new browser after
 * too many wrong passwords.
 */
async function createMemberLink(
  dependencies: Dependencies,
  typed: string,
  purpose: OperatorLink,
): Promise<string> {
  const { database, clock } = dependencies;
  const email = readEmail(typed);
  if (email === null) throw new OperatorError(`This is not an e-mail address: ${typed}`);
  const now = clock();
  const account = await findAccountByEmail(database, email);
  return await database.transaction().execute(async (transaction) => {
    if (account === undefined) {
      const registration =
        purpose === 'verify' ? await findRegistrationByEmail(transaction, email, now) : undefined;
      if (registration === undefined) throw nobody(email, purpose);
      return await createLink(transaction, dependencies, {
        purpose: 'registration',
        registrationId: registration.id,
        memberId: null,
        email,
      });
    }
    const { memberId } = account;
    if (purpose !== 'reset' && (await isAccountLocked(transaction, memberId))) throw locked(email);
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'operator',
      action: 'link.created',
      applicationId: null,
      memberId,
      details: { purpose },
    });
    return await createLink(transaction, dependencies, {
      purpose: purposes[purpose],
      registrationId: null,
      memberId,
      email,
    });
  });
}

function locked(email: string): OperatorError {
  return new OperatorError(
    `The account with the e-mail address ${email} is locked, so this link does not work: run \`member unlock\` first.`,
  );
}

function nobody(email: string, purpose: OperatorLink): OperatorError {
  return new OperatorError(
    purpose === 'verify'
      ? `Nobody with the e-mail address ${email} has an account, or registered in the last 24 hours.`
      : `There is no account with the e-mail address ${email}.`,
  );
}
