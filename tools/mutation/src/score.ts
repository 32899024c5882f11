import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';

export interface Score {
  killed: number;
  /** Mutants that no test found or ran. */
  survivors: MutantResult[];
  /** In percent. 100 if there is no mutant. */
  percent: number;
}

/**
 * Returns the share of mutants that made a test fail. Mutants that the code marks as equivalent, or that do not run,
 * do not count.
 */
export function scoreOf(mutants: readonly MutantResult[]): Score {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survivors = mutants.filter(
    ({ status }) => status === 'Survived' || status === 'NoCoverage',
  );
  const counted = killed + survivors.length;
  return { killed, survivors, percent: counted === 0 ? 100 : (100 * killed) / counted };
}

/** A line with which an editor finds the mutant, and the changed code. */
export function describeSurvivor(mutant: MutantResult): string {
  const { fileName, location, replacement, status } = mutant;
  const { start, end } = location;
  const [first = '', ...others] = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const original =
    others.length === 0
      ? first.slice(start.column - 1, end.column - 1)
      : first.slice(start.column - 1);
  const [shown = ''] = replacement.split('\n');
  const untested = status === 'NoCoverage' ? ' (no test runs it)' : '';
  return `${relative('', fileName)}:${start.line}:${start.column}  ${original}  →  ${shown}${untested}`;
}
