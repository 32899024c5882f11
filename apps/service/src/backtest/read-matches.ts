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
  /** Matches that were listed before, under whatever identifier: as in a batch they count once. */
  listedTwice: number;
  /** Matches without a game that is rated, such as walkovers. */
  notRated: number;
}

/** Thrown where lines cannot be read as matches; the message says which, by source and number. */
export class BrokenLinesError extends Error {
  override readonly name = 'BrokenLinesError';
  /** A line for each fault. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const MAX_FAULTS = 20;
const BYTE_ORDER_MARK = '\uFEFF';
const LINES_BETWEEN_REPORTS = 10_000;

/** Reads matches, one a line, from all sources as one stream. Empty lines are skipped. */
export async function readMatches(
  sources: readonly MatchSource[],
  onProgress: (lines: number) => void = () => {},
): Promise<ReadMatches> {
  const matches = new MatchReader();
  let lines = 0;
  for (const source of sources) {
    let number = 0;
    for await (const line of linesOf(source)) {
      number += 1;
      lines += 1;
      matches.add(line, `${source.name}:${number}`);
      if (lines % LINES_BETWEEN_REPORTS === 0) onProgress(lines);
    }
  }
  return matches.end();
}

async function* linesOf({ name, open }: MatchSource): AsyncGenerator<string, void> {
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: open(), crlfDelay: Infinity })) {
      yield isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
      isFirst = false;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new BrokenLinesError([`${name} cannot be read: ${error.code}.`]);
  }
}

/** Sorts lines into matches that count and faults. */
class MatchReader {
  readonly #log = new MatchLog();
  readonly #seen = new Set<string>();
  readonly #faults: string[] = [];
  #listedTwice = 0;
  #notRated = 0;

  add(line: string, location: string): void {
    if (line.trim() === '') return;
    const read = readLine(line);
    if ('faults' in read) {
      this.#faults.push(...read.faults.map((fault) => `${location}: ${fault}`));
      if (this.#faults.length >= MAX_FAULTS) throw brokenLines(this.#faults);
    } else if (this.#seen.has(read.identity)) {
      this.#listedTwice += 1;
    } else {
      this.#seen.add(read.identity);
      if (read.match.games.length === 0) this.#notRated += 1;
      else this.#log.add(read.match);
    }
  }

  end(): ReadMatches {
    if (this.#faults.length > 0) throw brokenLines(this.#faults);
    return { log: this.#log, listedTwice: this.#listedTwice, notRated: this.#notRated };
  }
}

function brokenLines(faults: readonly string[]): BrokenLinesError {
  const shown = faults.slice(0, MAX_FAULTS);
  const stopped = faults.length >= MAX_FAULTS ? ['Reading stopped there.'] : [];
  return new BrokenLinesError([...shown, ...stopped, 'Nothing was computed.']);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
