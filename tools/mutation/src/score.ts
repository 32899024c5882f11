import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';

export interface Score {
  killed: number;
  /** Those that no test noticed, or ran. */
  survivors: MutantResult[];
  /** Percent; 100 where there is no mutant. */
  percent: number;
}

/** How many of the mutants failed a test. Those named as equivalent in the code, or that do not run, count as none. */
export function scoreOf(mutants: readonly MutantResult[]): Score {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survivors = mutants.filter(
    ({ status }) => status === 'Survived' || status === 'NoCoverage',
  );
  const counted = killed + survivors.length;
  return { killed, survivors, percent: counted === 0 ? 100 : (100 * killed) / counted };
}

/** One line that finds it in the editor, with what is in its place. */
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
