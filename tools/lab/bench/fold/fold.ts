import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { currentModel, raterOver } from '@partner-rating/ratings';
import { newId } from '@partner-rating/service/src/platform/database/identifiers.ts';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { StepColumns } from '@partner-rating/service/src/ratings/domain/columns.ts';
import {
  folderOver,
  type MatchToFold,
} from '@partner-rating/service/src/ratings/domain/fold-matches.ts';
import { RatingStates } from '@partner-rating/service/src/ratings/domain/rating-states.ts';
import { MappedStates } from '@partner-rating/service/src/ratings/testing/mapped-states.ts';
import { generateLeague } from '../../league/generate-league.ts';
import { CLUBS, LEAGUE_SEED } from '../../league/settings.ts';
import type { Benchmark, Figure } from '../benchmark.ts';
import { measureInRounds, millisecondsOf, ONE_ROUND } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';

const SIZES = {
  full: { clubs: 160, rounds: { warmUp: 1, counted: 5 } },
  short: { clubs: 2, rounds: ONE_ROUND },
};
const MATCHES_A_PAGE = 1_000;

/**
 * Folds a sport in memory without a database, which means: rates all its matches in the order of play. Measures the matches
 * per second, and the memory of all ratings. Compares ratings in columns with objects in maps that also explain every step.
 */
export const benchmarkFold: Benchmark = async ({ length, log }) => {
  const { clubs, rounds: counts } = SIZES[length];
  const matches = leagueMatches(clubs);
  const players = new Set(matches.flatMap(({ teams }) => teams.flat())).size;
  log(`${matches.length} matches of ${players} players`);
  const rounds = await measureInRounds(counts, {
    columns: async () => await millisecondsOf(async () => foldInColumns(matches)),
    objects: async () => await millisecondsOf(async () => foldObjects(matches)),
  });
  const asColumns = retainedBytes(() => foldInColumns(asRead(matches)));
  const asObjects = retainedBytes(() => foldObjects(asRead(matches)));
  const milliseconds = median(rounds.map(({ columns }) => columns));
  const figures: Figure[] = [
    {
      name: 'columns / objects: matches',
      value: median(rounds.map(({ columns, objects }) => objects / columns)),
      goal: { atLeast: 5 },
    },
    { name: 'columns: thousand matches a second', value: matches.length / milliseconds },
    // A rating takes 44 bytes in columns. A player has six ratings and a name. Runs measured 2.7 to
    // 3.1.
    { name: 'objects / columns: memory', value: asObjects / asColumns, goal: { atLeast: 2.5 } },
    { name: 'columns: kilobytes a player', value: asColumns / players / 1_000 },
  ];
  return figures;
};

/** Copies the players' ids, because matches that are read from a database do not share strings. */
function* asRead(matches: readonly MatchToFold[]): Generator<MatchToFold> {
  const copyOf = (name: string) => Buffer.from(name).toString();
  for (const match of matches) {
    yield { ...match, teams: match.teams.map((team) => team.map(copyOf)) };
  }
}

function foldInColumns(matches: Iterable<MatchToFold>): RatingStates {
  const states = new RatingStates();
  const steps = new StepColumns();
  const fold = folderOver(states, currentModel, steps);
  let number = 0;
  for (const match of matches) {
    fold(match, number);
    number += 1;
    if (number % MATCHES_A_PAGE === 0) steps.clear();
  }
  return states;
}

function foldObjects(matches: Iterable<MatchToFold>): MappedStates {
  const states = new MappedStates();
  const rate = raterOver(states, currentModel);
  for (const match of matches) rate(match);
  return states;
}

/**
 * Returns the bytes still used after garbage collection, in the heap and in buffers, without
 * compiled code.
 */
function retainedBytes(make: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const used = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const measure = () => {
    const before = used();
    const made = [make()];
    const bytes = used() - before;
    made.pop();
    return bytes;
  };
  return median([measure(), measure(), measure()]);
}

/** Each match counts in four brackets, as matches of adults do. */
function leagueMatches(clubs: number): MatchToFold[] {
  const ids = new Map<string, string>();
  const idOf = (name: string) => {
    const id = ids.get(name) ?? newId('mem');
    ids.set(name, id);
    return id;
  };
  const league = generateLeague(seededRandom(LEAGUE_SEED), { ...CLUBS, clubs });
  return Array.from(league, ({ match }, index) => {
    const category = match.teams[0]?.length === 1 ? 'singles' : 'doubles';
    return {
      id: `match-${index}`,
      sport: match.sport,
      matchDate: new Date(match.playedAt),
      brackets: ['overall-open', 'overall-35+', `${category}-open`, `${category}-35+`],
      teams: match.teams.map((team) => team.map(idOf)),
      games: match.games,
      unrated: new Set<string>(),
    };
  });
}
