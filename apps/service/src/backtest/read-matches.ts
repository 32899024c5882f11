import { createInterface } from 'node:readline';
import { MatchLog } from './domain/match-log.ts';
import { readLine } from './match-line.ts';

/** Lines of matches, and what to call where they come from. */
export interface MatchSource {
  name: string;
  open: () => NodeJS.ReadableStream;
}

export interface ReadMatches {
  log: MatchLog;
  /** Matches that were listed before, under the same identifier and moment: they count once. */
  listedTwice: number;
  /** Matches without a game that is rated, such as walkovers. */
  notRated: number;
}

/** Thrown where lines cannot be read as matches; the message names each by its source and number. */
export class BrokenLinesError extends Error {
  override readonly name = 'BrokenLinesError';
}

const MAX_FAULTS = 20;
const LINES_BETWEEN_REPORTS = 10_000;

/** Reads matches, one a line, from all sources as one stream. Empty lines are skipped. */
export async function readMatches(
  sources: readonly MatchSource[],
  onProgress: (lines: number) => void = () => {},
): Promise<ReadMatches> {
  const log = new MatchLog();
  const seen = new Set<string>();
  const faults: string[] = [];
  let listedTwice = 0;
  let notRated = 0;
  let lines = 0;
  for (const { name, open } of sources) {
    let number = 0;
    for await (const line of createInterface({ input: open(), crlfDelay: Infinity })) {
      number += 1;
      lines += 1;
      if (lines % LINES_BETWEEN_REPORTS === 0) onProgress(lines);
      if (line.trim() === '') continue;
      const read = readLine(line);
      if ('faults' in read) {
        faults.push(...read.faults.map((fault) => `${name}:${number}: ${fault}`));
        if (faults.length >= MAX_FAULTS) throw brokenLines(faults);
      } else if (seen.has(read.identity)) {
        listedTwice += 1;
      } else {
        seen.add(read.identity);
        if (read.match.games.length === 0) notRated += 1;
        else log.add(read.match);
      }
    }
  }
  if (faults.length > 0) throw brokenLines(faults);
  return { log, listedTwice, notRated };
}

function brokenLines(faults: readonly string[]): BrokenLinesError {
  const shown = faults.slice(0, MAX_FAULTS);
  const stopped = faults.length >= MAX_FAULTS ? ['Reading stopped there.'] : [];
  return new BrokenLinesError([...shown, ...stopped, 'Nothing was computed.'].join('\n'));
}
