import { Command } from 'commander';
import type { Database } from '../../platform/database/schema.ts';
import { foldShort } from '../../players/domain/name-columns.ts';
import { findMember } from '../../players/find-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { readCount } from '../terminal/read-count.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { type FoundMember, findMembersByName, summarizeMember } from './store/member-summaries.ts';
import { findMemberByEmail } from './store/people.ts';

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
        const members = await find(database, text.trim(), limit);
        for (const member of members) print(json ? JSON.stringify(member) : describe(member));
        if (members.length === 0 && !json) print('There is no such member.');
        if (members.length === limit && !json) {
          print('There may be more: give more of the name, or a larger --limit.');
        }
      }),
    );
}

async function find(database: Database, text: string, limit: number): Promise<FoundMember[]> {
  const folded = foldShort(text);
  if (folded === '')
    throw new OperatorError('Give a part of a name, an address, a number or an id.');
  const named = text.includes('@')
    ? await findMemberByEmail(database, text)
    : await findMember(database, text);
  if (named === undefined) return await findMembersByName(database, folded, limit);
  const member = await summarizeMember(database, named.id);
  if (member === undefined) return [];
  const { memberId, memberNumber, firstName, lastName, kind, email, city, country } = member;
  return [{ memberId, memberNumber, firstName, lastName, kind, email, city, country }];
}

function describe(member: FoundMember): string {
  const { memberId, memberNumber, firstName, lastName, kind, email, city, country } = member;
  const known = [kind, email, city, country].filter((one) => one !== null);
  return [memberId, memberNumber, `${firstName} ${lastName}`, ...known].join('  ');
}
