import { Command, InvalidArgumentError, Option } from 'commander';
import type { ListedEntry } from '../../platform/audit/store/audit.ts';
import { type EntryOptions, listEntries } from '../actions/list-entries.ts';
import {
  type ListOptions,
  listOptions,
  printList,
  readTime,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `audit`: who did what. */
export function auditCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  const audit = new Command('audit').description(
    'Who did what: partners, keys, members, log-ins, connections, endpoints, imports.',
  );
  const list = audit
    .command('list')
    .description('List entries, the newest first.')
    .option('--since <time>', 'from this moment on, as RFC 3339', readTime)
    .option('--until <time>', 'before this moment, as RFC 3339', readTime)
    .addOption(
      new Option('--actor <actor>', 'who did it').choices([
        'player',
        'partner',
        'operator',
        'service',
      ]),
    )
    .option('--action <name>', 'one action, or the beginning of several: key.created, key.')
    .option('--operator <name>', 'what was done by this account of an operator')
    .option('--partner <client_id>', 'what concerns this partner')
    .option('--member <member>', 'what concerns this member: mem_… or a member number')
    .addHelpText('after', listHelp);
  const before = new Option('--before <number>', 'go on after the entry with this number');
  listOptions(list, 'entries', before.argParser(readNumber)).action(
    (options: EntryOptions & ListOptions) =>
      withDependencies(async (dependencies) => {
        printList(print, options, await listEntries(dependencies, options, options.limit), {
          line: describe,
          none: 'There is no such entry.',
          more: ({ number }) => `add --before ${number}`,
        });
      }),
  );
  return audit;
}

function describe(entry: ListedEntry): string {
  const {
    number,
    occurredAt,
    actor,
    operator,
    action,
    applicationId,
    clientId,
    memberId,
    details,
  } = entry;
  return [
    String(number),
    occurredAt.toISOString(),
    operator === null ? actor : `${actor} ${operator}`,
    action,
    ...[clientId ?? applicationId, memberId].filter((one) => one !== null),
    ...(details === null ? [] : [JSON.stringify(details)]),
  ].join('  ');
}

function readNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

const listHelp = `
Each line has the entry's number, the time, who did what, to which partner and member, and what else
is known. Filters narrow together. With --json, read on by --before and the number of the last line
until there is none.`;
