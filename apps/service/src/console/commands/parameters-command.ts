import { readFile } from 'node:fs/promises';
import { isSport, type Sport, sportParameters, sports } from '@partner-rating/ratings';
import { Command } from 'commander';
import type { Database } from '../../platform/database/schema.ts';
import { modelWith } from '../../ratings/model-in-use.ts';
import {
  findChoices,
  findParameters,
  type SportParametersRow,
} from '../../ratings/store/sport-parameters.ts';
import {
  AS_JSON,
  labelled,
  OperatorError,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** Says what each sport is rated by, and where that comes from. */
export function parametersCommand(
  withDependencies: WithDependencies,
  { print }: Terminal,
): Command {
  return new Command('parameters')
    .description('Say what parameters each sport is rated by, and where they come from.')
    .option(...AS_JSON)
    .action(({ json }: { json: boolean }) =>
      withDependencies(async ({ database }) => {
        const { parametersOf } = modelWith(await findParameters(database));
        const rowsOf = (sport: Sport) => ({
          singles: parametersOf(sport, 1),
          doubles: parametersOf(sport, 2),
        });
        if (json) {
          print(JSON.stringify(Object.fromEntries(sports.map((sport) => [sport, rowsOf(sport)]))));
          return;
        }
        for (const sport of sports) {
          print(`${sport}: ${await describeChoice(database, sport)}`);
          const { singles, doubles } = rowsOf(sport);
          const sources = [
            ['  singles', sourceOf(singles)],
            ['  doubles', sourceOf(doubles)],
          ] as const;
          for (const line of labelled(sources)) print(line);
        }
      }),
    );
}

function sourceOf(row: object): string {
  return 'source' in row ? String(row.source) : '';
}

async function describeChoice(database: Database, sport: string): Promise<string> {
  const choices = await findChoices(database, sport);
  const waiting = choices.find(({ usedSince }) => usedSince === null);
  const current = choices.find(({ usedSince }) => usedSince !== null);
  const isChosen = current !== undefined && (current.singles !== null || current.doubles !== null);
  const inUse = isChosen
    ? `chosen by an operator, in use since ${current.usedSince?.toISOString()}`
    : 'those of this release';
  return waiting === undefined ? inUse : `${inUse}; others are being applied`;
}

/**
 * Reads what `ratings parameters --json` printed.
 * @throws OperatorError where it is something else.
 */
export async function readParameters(path: string): Promise<SportParametersRow[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The parameters cannot be read: ${reason}`);
  });
  const parsed = parse(text);
  if (!isRecord(parsed) || Object.keys(parsed).length === 0) throw notParameters(path);
  return Object.entries(parsed).map(([sport, rows]) => {
    if (!isSport(sport) || !isRecord(rows)) throw notParameters(path);
    return {
      sport,
      singles: readRow(rows.singles, { path, name: `${sport} singles`, like: 1 }),
      doubles: readRow(rows.doubles, { path, name: `${sport} doubles`, like: 2 }),
    };
  });
}

function readRow(
  row: unknown,
  { path, name, like }: { path: string; name: string; like: number },
): Record<string, number> | null {
  if (row === undefined) return null;
  if (!isRecord(row)) throw notParameters(path);
  const known = Object.entries(sportParameters('pickleball', like)).flatMap(([field, value]) =>
    typeof value === 'number' ? [field] : [],
  );
  const given = known.flatMap((field) => {
    const value = row[field];
    if (value === undefined) return [];
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return [[field, value]];
    throw new OperatorError(`${path}: ${field} of ${name} must be a number, 0 or more.`);
  });
  return Object.fromEntries(given);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function notParameters(path: string): OperatorError {
  return new OperatorError(
    `${path} has no parameters. Write them with \`operator ratings parameters --json\`.`,
  );
}
