import { Command } from 'commander';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import {
  applyParameters,
  ChoiceRefusedError,
  findUndone,
  undoParameters,
} from '../../predictions/fit/choose-parameters.ts';
import type { FitProgress } from '../../predictions/fit/fit-sport.ts';
import { sportFaults } from '../../ratings/domain/sports.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import { type RebuiltSport, rebuildSport } from '../../ratings/rebuild-ratings.ts';
import { countLedger } from '../../ratings/store/ledger.ts';
import { type ChosenRows, findParameters } from '../../ratings/store/sport-parameters.ts';
import { OperatorError, printResult, type Terminal, type WithDependencies } from '../terminal.ts';
import { describeRebuild, printLedgerProgress } from './describe-rebuild.ts';

interface FitOptions {
  apply: boolean;
  undo: boolean;
  dryRun: boolean;
  json: boolean;
}

/** Finds parameters of a sport on the matches of the service, and applies them or takes them back. */
export function fitCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  return new Command('fit')
    .description('Find the parameters that suit your own matches, and judge them on later ones.')
    .argument('<sport>', 'the code of the sport, such as padel')
    .option('--apply', 'rate the sport by what was found, if it predicts better', false)
    .option('--undo', 'return to the parameters before those that were applied last', false)
    .option('--dry-run', 'say who would move how far, and change nothing', false)
    .option('--json', 'print one JSON object', false)
    .addHelpText('after', fitHelp)
    .action(async (sport: string, options: FitOptions) => {
      const [unknown] = sportFaults(sport, '');
      if (unknown !== undefined) throw new OperatorError(unknown.detail);
      if (options.apply && options.undo) {
        throw new OperatorError('Choose one of --apply and --undo.');
      }
      await withDependencies(async (dependencies) => {
        const run = { dependencies, sport, options, terminal };
        await (options.undo ? undo(run) : fit(run)).catch((error: unknown) => {
          if (error instanceof ChoiceRefusedError) throw new OperatorError(error.message);
          throw error;
        });
      });
    });
}

const fitHelp = `
The first 60 % of the matches of a discipline (singles, doubles) are to find parameters on, the rest to judge them next to those
in use. It takes about 1,500 matches with a winner in a discipline, and looks at the latest 200,000 of the sport that moved each of
their players. Without --apply nothing is stored.

--apply rates the sport again from its first match, beside the service, as \`ratings rebuild\` does. Until that is done, the ratings
follow from the parameters before; then, at one moment, from the new ones. If it is interrupted, the service goes on with it.
Only disciplines change in which the found parameters predict better beyond chance. All instances must run this version.

Exit status: 0 where it is done, 1 where it is refused, nothing better was found to apply, or it did not run to the end.`;

interface FitRun {
  dependencies: Dependencies;
  sport: string;
  options: FitOptions;
  terminal: Terminal;
}

async function fit({ dependencies, sport, options, terminal }: FitRun): Promise<void> {
  const { apply, dryRun, json } = options;
  // Nothing else needs what it walks with, and that takes longer to load than most commands to run.
  const { fitSport } = await import('../../predictions/fit/fit-sport.ts');
  const { fitText, tooFewLines } = await import('../../predictions/fit/fit-text.ts');
  const onProgress = (progress: FitProgress) =>
    terminal.printProgress(progressText(sport, progress));
  const found = await fitSport(dependencies, { sport, onProgress });
  const isAnyFitted = [found.singles, found.doubles].some(({ kind }) => kind === 'found');
  if (!isAnyFitted) throw new OperatorError(tooFewLines(found));
  const isAnyBetter = [found.singles, found.doubles].some(
    (discipline) => discipline.kind === 'found' && discipline.isBetter,
  );
  if (!json) for (const line of fitText(found)) terminal.print(line);
  if ((apply || dryRun) && !isAnyBetter) {
    throw new OperatorError('Nothing better was found, so there is nothing to apply.');
  }
  const rebuilt = dryRun
    ? await project(dependencies, { sport, chosen: found.chosen, json, terminal })
    : apply
      ? await settle(dependencies, {
          ...{ sport, json, terminal },
          ...(await applyParameters(dependencies, found)),
        })
      : null;
  printResult(terminal.print, { json }, { value: { ...found, rebuilt }, lines: [] });
  if (json) return;
  if (rebuilt !== null) {
    const done = `${sport} is rated by these parameters from now on. \`operator ratings fit ${sport} --undo\` returns to those before.`;
    printRebuilt(terminal, rebuilt, { dryRun, done });
  } else if (isAnyBetter) {
    terminal.print('');
    terminal.print(
      `Nothing was stored. \`operator ratings fit ${sport} --dry-run\` says who would move how far; --apply does it.`,
    );
  }
}

async function undo({ dependencies, sport, options, terminal }: FitRun): Promise<void> {
  const { dryRun, json } = options;
  const rebuilt = dryRun
    ? await project(dependencies, {
        ...{ sport, json, terminal },
        chosen: await findUndone(dependencies.database, sport),
      })
    : await settle(dependencies, {
        ...{ sport, json, terminal },
        ...(await undoParameters(dependencies, sport)),
      });
  if (json) terminal.print(JSON.stringify({ sport, rebuilt }));
  else
    printRebuilt(terminal, rebuilt, {
      dryRun,
      done: `${sport} is rated by the parameters from before again.`,
    });
}

interface Rating {
  sport: string;
  json: boolean;
  terminal: Terminal;
}

async function project(
  dependencies: Dependencies,
  { chosen: { singles, doubles }, ...rating }: Rating & { chosen: ChosenRows },
): Promise<RebuiltSport> {
  const { sport } = rating;
  const others = (await findParameters(dependencies.database)).filter((row) => row.sport !== sport);
  const model = modelWith([...others, { sport, singles, doubles }]);
  return await rate(dependencies, rating, { dryRun: true, model });
}

async function settle(
  dependencies: Dependencies,
  { dueOrder, ...rating }: Rating & { dueOrder: number },
): Promise<RebuiltSport> {
  return await rate(dependencies, rating, { dryRun: false, dueOrder });
}

async function rate(
  dependencies: Dependencies,
  { sport, json, terminal }: Rating,
  how: Pick<Parameters<typeof rebuildSport>[1], 'dryRun' | 'model' | 'dueOrder'>,
): Promise<RebuiltSport> {
  const total = (await countLedger(dependencies.database)).get(sport) ?? 0;
  const onProgress = printLedgerProgress(json ? terminal.printProgress : terminal.print);
  return await rebuildSport(dependencies, { sport, total, onProgress, ...how });
}

function printRebuilt(
  { print }: Terminal,
  rebuilt: RebuiltSport,
  { dryRun, done }: { dryRun: boolean; done: string },
): void {
  for (const line of describeRebuild(rebuilt, dryRun)) print(line);
  print(dryRun ? 'This was a dry run: nothing was stored.' : done);
}

function progressText(sport: string, progress: FitProgress): string {
  return progress.kind === 'read'
    ? `${sport}: ${progress.matches} matches are read`
    : `${sport} ${progress.discipline}: ${Math.floor(100 * progress.share)} % of the search is done`;
}
