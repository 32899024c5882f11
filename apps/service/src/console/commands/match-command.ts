import { Command, Option } from 'commander';
import {
  lineOfMatch,
  linesOfMatch,
  listMatches,
  type MatchOptions,
  showMatch,
  voidByOperator,
} from '../actions/show-matches.ts';
import {
  AS_JSON,
  printResult,
  readCount,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

const MAX_LIMIT = 1_000;

interface ListOptions extends MatchOptions {
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
        'held',
        'duplicate',
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
        const matches = await listMatches(dependencies, options, limit);
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
      withDependencies(async (dependencies) => {
        const found = await showMatch(dependencies, matchId);
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

const voidHelp = `
The ratings become what they would be without it, and the events that follow reach partners as after any
void. If another partner reported the match too, its report counts from then on: void that one too.`;
