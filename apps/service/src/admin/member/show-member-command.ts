import { Command } from 'commander';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { showMember } from './show-member.ts';
import type { ShownMember } from './store/member-summaries.ts';

/** `member show`: what an operator is asked about one member. */
export function showMemberCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('show')
    .description('Show a member: facts, account, connections, matches and ratings.')
    .argument('<member>', 'mem_… or a member number')
    .option(...AS_JSON)
    .action((reference: string, { json }: { json: boolean }) =>
      withDependencies(async ({ database }) => {
        const shown = await showMember(database, reference);
        const lines = linesOf(shown).map(([label, value]) => `${label.padEnd(15)}${value}`);
        printResult(print, { json }, { value: shown, lines });
      }),
    );
}

function linesOf(member: ShownMember): [label: string, value: string][] {
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
    ...member.ratings.map(({ sport, bracket, rating, games }): [string, string] => [
      'Rating',
      `${sport} ${bracket}  ${rating}  ${games} games`,
    ]),
  ];
}

function accountLines(member: ShownMember): [label: string, value: string][] {
  const { email, emailProvenAt, passwordChangedAt, hasSecondFactor, lockedAt } = member;
  const proven = emailProvenAt === null ? 'not proven' : `proven ${emailProvenAt.toISOString()}`;
  return [
    ['E-mail', `${email ?? 'none'}, ${proven}`],
    ['Password', `of ${passwordChangedAt?.toISOString() ?? 'an unknown time'}`],
    ['Second factor', hasSecondFactor ? 'on' : 'off'],
    ['Log-in', lockedAt === null ? 'open' : `locked since ${lockedAt.toISOString()}`],
  ];
}
