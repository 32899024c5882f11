import { readFile } from 'node:fs/promises';
import { isSport, sportParameters } from '@partner-rating/ratings';
import type { SportParametersRow } from '../../ratings/store/sport-parameters.ts';
import { OperatorError } from '../terminal.ts';

/**
 * Reads what `ratings parameters --json` printed.
 * @throws OperatorError if it is something else.
 */
export async function readParameters(path: string): Promise<SportParametersRow[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The parameters cannot be read: ${reason}`);
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw notParameters(path);
  return lines.map(parse).map((rows) => {
    if (!isRecord(rows) || typeof rows.sport !== 'string' || !isSport(rows.sport)) {
      throw notParameters(path);
    }
    const { sport, singles, doubles } = rows;
    return {
      sport,
      singles: readRow(singles, { path, name: `${sport} singles`, like: 1 }),
      doubles: readRow(doubles, { path, name: `${sport} doubles`, like: 2 }),
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
