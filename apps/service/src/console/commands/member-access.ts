import { Command } from 'commander';
import { removeSecondFactor } from '../../connect/login/second-factor.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { confirmBirthDate, lockMember } from '../../members/store/members.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { actOn, lockAccess, resetAccount, unlockAccess } from '../actions/edit-member.ts';
import {
  findOnePerson,
  type PersonOptions,
  personOptions,
  requireMember,
} from '../actions/find-members.ts';
import {
  AS_JSON,
  OperatorError,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

type Options = PersonOptions & { reason?: string; json: boolean };

/** `member lock`: nobody logs in to the account any more, for as long as the operator says so. */
export function lockCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  return personOptions(new Command('lock'))
    .description('Let nobody log in to an account, and end its sessions, tokens and links.')
    .option('--reason <text>', 'for the audit; the player is not shown it')
    .option(...AS_JSON)
    .addHelpText('after', lockHelp)
    .action((options: Options) =>
      withDependencies(async (dependencies) => {
        const { id, display_name: name } = await findOnePerson(dependencies.database, options);
        const change = { memberId: id, reason: options.reason };
        const { changed, endedTokens } = await lockAccess(dependencies, change);
        const line = changed
          ? `${name} (${id}) can no longer log in. Tokens that ended: ${endedTokens}.`
          : `${name} (${id}) is locked already.`;
        const value = { memberId: id, isLocked: true, changed, endedTokens };
        printResult(print, options, { value, lines: [line] });
      }),
    );
}

/** `member unlock`: the player logs in as before. */
export function unlockCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  return personOptions(new Command('unlock'))
    .description('Let the player log in again, with the same password.')
    .option(...AS_JSON)
    .action((options: Options) =>
      withDependencies(async (dependencies) => {
        const { id, display_name: name } = await findOnePerson(dependencies.database, options);
        const changed = await unlockAccess(dependencies, id);
        const line = changed
          ? `${name} (${id}) can log in again.`
          : `${name} (${id}) is not locked.`;
        const value = { memberId: id, isLocked: false, changed };
        printResult(print, options, { value, lines: [line] });
      }),
    );
}

const lockHelp = `
Browsers are logged out at once, links sent before no longer work, and the tokens that partners have of the player
end. While it is locked, only links that you print yourself choose a new password. Connections, matches and ratings
stay: once unlocked the player logs in, and partners have them authorize again.`;

interface ResetOptions extends PersonOptions {
  secondFactor: boolean;
  json: boolean;
}

/** `member reset`: somebody else may be in the account. */
export function resetCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  return personOptions(new Command('reset'))
    .description(
      'End every session and token of an account, and print a link to choose a new password.',
    )
    .option('--second-factor', 'turn the second factor off too', false)
    .option(...AS_JSON)
    .addHelpText('after', resetHelp)
    .action(({ secondFactor, ...options }: ResetOptions) =>
      withDependencies(async (dependencies) => {
        const { id, display_name: name } = await findOnePerson(dependencies.database, options);
        const request = { memberId: id, withSecondFactor: secondFactor };
        const { link, endedTokens } = await resetAccount(dependencies, request);
        printResult(print, options, {
          value: { memberId: id, link, endedTokens },
          lines: [
            link,
            `It works once, for one hour. Give it to nobody but the player, ${name} (${id}).`,
            `Tokens that ended  ${endedTokens}`,
          ],
        });
      }),
    );
}

const resetHelp = `
The password no longer works, browsers are logged out and forgotten, links sent before no longer work, and the
tokens that partners have of the player end. Connections stay. Be sure who is asking.`;

/** `member second-factor`: somebody has neither the phone nor a recovery code any more. */
export function secondFactorCommand(
  withDependencies: WithDependencies,
  { print }: Terminal,
): Command {
  const factor = new Command('second-factor').description('The second factor of a member.');
  factor.addCommand(
    personOptions(new Command('remove'))
      .description('Turn off the second factor of a player who lost it.')
      .option(...AS_JSON)
      .addHelpText('after', removeHelp)
      .action((options: PersonOptions & { json: boolean }) =>
        withDependencies(async (dependencies) => {
          const {
            id,
            email,
            display_name: name,
          } = await findOnePerson(dependencies.database, options);
          if (!(await removeSecondFactor(dependencies, { memberId: id, email }))) {
            throw new OperatorError(`${name} (${id}) has no second factor.`);
          }
          printResult(print, options, {
            value: { memberId: id, secondFactor: 'removed' },
            lines: [`${name} (${id}) logs in with the password alone from now on.`],
          });
        }),
      ),
  );
  return factor;
}

const removeHelp = `
Be sure who is asking: the password alone lets them in after that. The player is sent a mail, and the
activity on their account page says it. Their password, browsers and connections stay as they are.`;

/** Opts a member in to search and leaderboards or out of them, for a member who asked an operator to. */
export async function setDiscovery(
  dependencies: Dependencies,
  reference: string,
  isDiscoverable: boolean,
): Promise<{ memberId: string; name: string }> {
  const member = await requireMember(dependencies.database, reference);
  const change = { memberId: member.id, isDiscoverable, actor: 'operator' } as const;
  const name = `${member.first_name} ${member.last_name}`;
  if (!(await changeDiscovery(dependencies, change))) {
    throw new OperatorError(
      `${name} (${member.id}) is under 16, and so is found by nobody until ${member.protected_until}. If that follows from a birth date that was wrong, correct it and run \`member confirm-birth-date ${member.id}\`.`,
    );
  }
  return { memberId: member.id, name };
}

/**
 * Confirms the recorded birth date, so that nothing follows from an earlier one any more. A corrected date alone ends
 * no protection of a player under 16.
 */
export async function confirmRecordedBirthDate(
  { database, clock }: Dependencies,
  reference: string,
): Promise<{ memberId: string; birthDate: string | null; protectedUntil: string | null }> {
  const member = await requireMember(database, reference);
  return await database.transaction().execute(async (transaction) => {
    const { id: memberId, birth_date: birthDate } = await lockMember(transaction, member.id);
    const protectedUntil = await confirmBirthDate(transaction, memberId);
    const entry = { action: 'birth_date.confirmed' } as const;
    await recordAudit(transaction, { ...actOn(memberId, clock()), ...entry });
    return { memberId, birthDate, protectedUntil };
  });
}
