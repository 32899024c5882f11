import { Command } from 'commander';
import { readCount } from '../terminal/read-count.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { findMembers } from './find-members.ts';
import type { FoundMember } from './store/member-summaries.ts';

const MAX_LIMIT = 1_000;

/** `member find`: who is meant, from what somebody writes to the operator. */
export function findMemberCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  return new Command('find')
    .description('Find members by a part of the name, the e-mail address, the number or the id.')
    .argument('<text>', 'case and accents do not count; an address or an id must be whole')
    .option('--limit <members>', `how many, ${MAX_LIMIT} at most`, readCount(MAX_LIMIT), 50)
    .option('--json', 'one JSON object a line', false)
    .action((text: string, { limit, json }: { limit: number; json: boolean }) =>
      withDependencies(async ({ database }) => {
        const members = await findMembers(database, text, limit);
        for (const member of members) print(json ? JSON.stringify(member) : describe(member));
        if (members.length === 0 && !json) print('There is no such member.');
        if (members.length === limit && !json) {
          print('There may be more: give more of the name, or a larger --limit.');
        }
      }),
    );
}

function describe(member: FoundMember): string {
  const { memberId, memberNumber, firstName, lastName, kind, email, city, country } = member;
  const known = [kind, email, city, country].filter((one) => one !== null);
  return [memberId, memberNumber, `${firstName} ${lastName}`, ...known].join('  ');
}
