import { Command, Option } from 'commander';
import { findAnyMatch } from '../../matches/store/voids.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { findMember } from '../../players/find-member.ts';
import { requireApplication } from '../partner/partners.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import { readCount } from '../terminal/read-count.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import { lineOfMatch, linesOfMatch } from './match-text.ts';
import { findMatches, type MatchFilter, type MatchStatus } from './store/matches.ts';
import { noMatch, voidByOperator } from './void-by-operator.ts';

const MAX_LIMIT = 1_000;

interface ListOptions {
  status?: MatchStatus;
  partner?: string;
  member?: string;
  before?: string;
  limit: number;
  json: boolean;
}

/** `match`: what was played, and what has to be taken back. */
export function matchCommand(
  withDependencies: WithDependencies,
  { print }: Pick<Terminal, 'print'>,
): Command {
  const match = new Command('match').description('Matches: find them, and take one back.');

  match
    .command('list')
    .description('List matches, those played last first: of a status, a partner or a player.')
    .addOption(
      new Option('--status <status>', 'disputed: those that wait for you or the partner').choices([
        'rated',
        'unconfirmed',
        'disputed',
        'voided',
      ]),
    )
    .option('--partner <client_id>', 'those that this partner submitted')
    .option('--member <member>', 'those of this player: mem_… or a member number')
    .option('--limit <matches>', `how many, ${MAX_LIMIT} at most`, readCount(MAX_LIMIT), 50)
    .option('--before <match>', 'go on after this one: mat_…')
    .option('--json', 'one JSON object a line', false)
    .action(({ limit, json, ...options }: ListOptions) =>
      withDependencies(async (dependencies) => {
        const filter = await readFilter(dependencies, options);
        const matches = await findMatches(dependencies.database, filter, limit);
        for (const each of matches) print(json ? JSON.stringify(each) : lineOfMatch(each));
        if (json) return;
        if (matches.length === 0) print('There is no such match.');
        const last = matches.at(-1);
        if (last !== undefined && matches.length === limit) {
          print(`There may be more: add --before ${last.matchId}`);
        }
      }),
    );

  match
    .command('show')
    .description('Show a match: who played, who reported it, and what each player answered.')
    .argument('<match>', 'mat_…')
    .option(...AS_JSON)
    .action((matchId: string, { json }: { json: boolean }) =>
      withDependencies(async ({ database }) => {
        const [found] = await findMatches(database, { matchId }, 1);
        if (found === undefined) throw noMatch(matchId);
        printResult(print, { json }, { value: found, lines: linesOfMatch(found) });
      }),
    );

  match
    .command('void')
    .description('Take a match back, as if it had not been played. This cannot be undone.')
    .argument('<match>', 'mat_…')
    .requiredOption('--reason <text>', 'for the partner and the audit')
    .option(...AS_JSON)
    .addHelpText('after', voidHelp)
    .action((matchId: string, { reason, json }: { reason: string; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const { isSettled } = await voidByOperator(dependencies, { matchId, reason });
        const ratings = isSettled
          ? 'The ratings are what they would be without it.'
          : 'The service is settling the ratings that follow from it.';
        printResult(
          print,
          { json },
          {
            value: { matchId, status: 'voided', isSettled },
            lines: [`${matchId} is voided.`, ratings],
          },
        );
      }),
    );
  return match;
}

async function readFilter(
  { database }: Pick<Dependencies, 'database'>,
  { status, partner, member, before }: Omit<ListOptions, 'limit' | 'json'>,
): Promise<MatchFilter> {
  const application = partner === undefined ? null : await requireApplication(database, partner);
  const found = member === undefined ? null : await findMember(database, member);
  if (found === undefined) {
    throw new OperatorError(
      `There is no member ${member}. Give a member number or an identifier like mem_….`,
    );
  }
  if (before !== undefined && (await findAnyMatch(database, before)) === undefined) {
    throw noMatch(before);
  }
  return { status, applicationId: application?.id, memberId: found?.id, after: before };
}

const voidHelp = `
It holds even where another partner's report confirmed the match. The ratings become what they would be
without it, and the events that follow reach partners as after any void. Another partner's report of the
same match stays: void that one too.`;
