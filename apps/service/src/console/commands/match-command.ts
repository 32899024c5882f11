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
  type ListOptions,
  listOptions,
  printList,
  printResult,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `match`: what was played, and what has to be taken back. */
export function matchCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  const match = new Command('match').description('Matches: find them, and take one back.');

  const list = match
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
    .option('--member <member>', 'those of this player: mem_… or a member number');
  const before = new Option('--before <match>', 'go on after this one: mat_…');
  listOptions(list, 'matches', before).action((options: MatchOptions & ListOptions) =>
    withDependencies(async (dependencies) => {
      printList(print, options, await listMatches(dependencies, options, options.limit), {
        line: lineOfMatch,
        none: 'There is no such match.',
        more: ({ matchId }) => `add --before ${matchId}`,
      });
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
