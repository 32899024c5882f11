import { Command, Option } from 'commander';
import { editMember, type MemberEdit } from '../actions/edit-member.ts';
import { findMembers, showMember } from '../actions/find-members.ts';
import type { FoundMember, ShownMember } from '../store/members.ts';
import {
  AS_JSON,
  type Labelled,
  type ListOptions,
  labelled,
  listOptions,
  OperatorError,
  printList,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `member find`: who is meant, from what somebody writes to the operator. */
export function findMemberCommand(
  withDependencies: WithDependencies,
  { print }: Terminal,
): Command {
  return listOptions(new Command('find'), 'members')
    .description('Find members by a part of the name, the e-mail address, the number or the id.')
    .argument('<text>', 'case and accents do not count; an address or an id must be whole')
    .action((text: string, options: ListOptions) =>
      withDependencies(async ({ database }) => {
        printList(print, options, await findMembers(database, text, options.limit), {
          line: describe,
          none: 'There is no such member.',
          more: () => 'give more of the name, or a larger --limit.',
        });
      }),
    );
}

function describe(member: FoundMember): string {
  const { memberId, memberNumber, firstName, lastName, kind, email, city, country } = member;
  const known = [kind, email, city, country].filter((one) => one !== null);
  return [memberId, memberNumber, `${firstName} ${lastName}`, ...known].join('  ');
}

/** `member show`: what an operator is asked about one member. */
export function showMemberCommand(
  withDependencies: WithDependencies,
  { print }: Terminal,
): Command {
  return new Command('show')
    .description('Show a member: facts, account, connections, matches and ratings.')
    .argument('<member>', 'mem_… or a member number')
    .option(...AS_JSON)
    .action((reference: string, { json }: { json: boolean }) =>
      withDependencies(async ({ database }) => {
        const shown = await showMember(database, reference);
        printResult(print, { json }, { value: shown, lines: labelled(linesOf(shown)) });
      }),
    );
}

function linesOf(member: ShownMember): Labelled {
  const { kind, city, country, partners } = member;
  const known = (value: string | null) => value ?? 'not known';
  return [
    ['Member', member.memberId],
    ['Member number', String(member.memberNumber)],
    ['Name', `${member.firstName} ${member.lastName}`],
    ['Kind', `${kind}, since ${member.createdAt.toISOString()}`],
    ['Born', known(member.birthDate)],
    ['Gender', member.gender],
    ['Lives in', known([city, country].filter((one) => one !== null).join(', ') || null)],
    ['Found', member.isDiscoverable ? 'in search and on leaderboards' : 'by connected partners'],
    ...(kind === 'account' ? accountLines(member) : []),
    ['Connected', partners.length === 0 ? 'to no partner' : partners.join(', ')],
    ['Matches', String(member.matches)],
    ...member.ratings.map(
      ({ sport, bracket, rating, games }) =>
        ['Rating', `${sport} ${bracket}  ${rating}  ${games} games`] as const,
    ),
  ];
}

function accountLines(member: ShownMember): Labelled {
  const { email, emailProvenAt, passwordChangedAt, hasSecondFactor, lockedAt } = member;
  const proven = emailProvenAt === null ? 'not proven' : `proven ${emailProvenAt.toISOString()}`;
  return [
    ['E-mail', `${email ?? 'none'}, ${proven}`],
    ['Password', `of ${passwordChangedAt?.toISOString() ?? 'an unknown time'}`],
    ['Second factor', hasSecondFactor ? 'on' : 'off'],
    ['Log-in', lockedAt === null ? 'open' : `locked since ${lockedAt.toISOString()}`],
  ];
}

/** `member edit`: what was mistyped about a player, or is otherwise by now. */
export function editMemberCommand(
  withDependencies: WithDependencies,
  { print }: Terminal,
): Command {
  return new Command('edit')
    .description('Correct the facts of a member, or the address they log in with.')
    .argument('<member>', 'mem_… or a member number')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--birth-date <date>', 'YYYY-MM-DD')
    .addOption(new Option('--gender <gender>').choices(['MALE', 'FEMALE', 'OTHER', 'UNKNOWN']))
    .option('--city <city>')
    .option('--state <state>')
    .option('--zip <zip>')
    .option('--country <country>', 'ISO 3166-1 alpha-2')
    .option('--email <email>', 'the address they log in with, not proven until they follow a link')
    .option(...AS_JSON)
    .addHelpText('after', editHelp)
    .action((reference: string, { json, ...edit }: MemberEdit & { json: boolean }) =>
      withDependencies(async (dependencies) => {
        if (Object.keys(edit).length === 0) {
          throw new OperatorError('Say what to change: `member edit --help` lists what can be.');
        }
        const { memberId, changed } = await editMember(dependencies, reference, edit);
        const line =
          changed.length === 0
            ? `${memberId} is so already.`
            : `${memberId} has another ${changed.join(', ')}.`;
        printResult(print, { json }, { value: { memberId, changed }, lines: [line] });
      }),
    );
}

const editHelp = `
An empty text takes a fact away: --city ''. Matches that were played keep the brackets they were rated in.
The address that was theirs is sent a mail where the service sends any.`;
