import type { FaultItem } from '@partner-rating/server';
import { formatsOf, formatWords } from '../../ratings/domain/game-formats.ts';
import { countWins } from '../../ratings/domain/records.ts';
import { isSport } from '../../ratings/domain/sports.ts';
import type { EffectiveGame, EffectiveMatch } from './effective-match.ts';
import { isPossible, isWon, topScores } from './game-score.ts';

/** What the teams and games of a match are at fault in, by themselves. */
export function gameFaults(match: EffectiveMatch): FaultItem[] {
  const pointer = `/matches/${match.position}`;
  const faults = [
    ...teamSizeFaults(match, pointer),
    ...match.games.flatMap((game) => formatFaults(game, match)),
    ...match.games.flatMap((game, index) => {
      const at = `${pointer}/games/${index}/scores`;
      if (game.scores.length !== match.teams.length) {
        return [scoresPerTeam(game, match.teams.length, at)];
      }
      if (match.outcome === 'walkover') return [];
      const isUnfinished = !mustBeWon(match, index);
      if (!isPossible(game)) return [scoreNotInFormat(game, at, isUnfinished)];
      return isUnfinished || isWon(game) ? [] : winnerFaults(game, at);
    }),
  ];
  // Where a game has no winner or not its scores, that is the fault to fix, and the fault of the match follows from it.
  const decided = faults.every(({ code }) => !undecided.has(code));
  return decided ? [...faults, ...resultFaults(match, `${pointer}/games`)] : faults;
}

const undecided = new Set(['scores_per_team', 'no_winner', 'score_not_in_format']);

export function teamSizeFaults(
  { teams }: Pick<EffectiveMatch, 'teams'>,
  pointer: string,
): FaultItem[] {
  const size = teams[0]?.length ?? 0;
  return teams.flatMap((team, index) =>
    team.length === size
      ? []
      : {
          pointer: `${pointer}/teams/${index}`,
          code: 'team_sizes_differ',
          detail: `This team has ${count(team.length, 'player')} and the first has ${size}. Give every team the same number of players.`,
        },
  );
}

function scoresPerTeam({ scores }: EffectiveGame, teams: number, pointer: string): FaultItem {
  const are = scores.length === 1 ? 'is' : 'are';
  const detail = `There ${are} ${count(scores.length, 'score')} for ${teams} teams. Give one score for each team, in team order.`;
  return { pointer, code: 'scores_per_team', detail };
}

function mustBeWon({ outcome, games }: EffectiveMatch, index: number): boolean {
  return outcome === 'completed' || (outcome === 'retired' && index < games.length - 1);
}

function formatFaults({ format }: EffectiveGame, match: EffectiveMatch): FaultItem[] {
  const { sport, pointers, position } = match;
  if (format === null || format.known !== null || !isSport(sport)) return [];
  const code = 'unknown_format';
  const use = `${formatsOf(sport)
    .map((known) => known.code)
    .join(', ')}, or winScore and winBy.`;
  if (format.pointer === '/format' && pointers.sport !== '/sport') {
    // The default may be right for the other matches.
    const detail = `The default format ${format.code} is not one of ${sport}. Give the match a format of ${sport}: ${use}`;
    return [{ pointer: `/matches/${position}/sport`, code, detail }];
  }
  const detail = `There is no format ${format.code} of ${sport}. Use ${use}`;
  return [{ pointer: format.pointer, code, detail }];
}

function scoreNotInFormat(
  { scores, format }: EffectiveGame,
  pointer: string,
  isUnfinished: boolean,
): FaultItem {
  const words = format?.known ? formatWords(format.known) : '';
  const cannot = isUnfinished ? 'cannot stand' : 'does not end';
  const detail = `A game of ${format?.code} ${cannot} at ${scores.join('–')}: it ends ${words}.`;
  return { pointer, code: 'score_not_in_format', detail };
}

/** What a game lacks that has no winner yet. */
function winnerFaults(game: EffectiveGame, pointer: string): FaultItem[] {
  const { scores, winScore, winBy } = game;
  const [highest, second] = topScores(scores);
  if (highest === second) {
    const detail =
      `Several teams share the highest score, ${highest}. A game has one winner, ` +
      'unless the outcome of the match is timed or drawn.';
    return [{ pointer, code: 'no_winner', detail }];
  }
  if (game.format !== null) return [scoreNotInFormat(game, pointer, false)];
  const faults: FaultItem[] = [];
  if (highest < winScore) {
    const detail = `The winner has ${count(highest, 'point')}; winScore asks for ${winScore}.`;
    faults.push({ pointer, code: 'win_score_not_reached', detail });
  }
  if (highest - second < winBy) {
    const detail = `The winner leads by ${count(highest - second, 'point')}; winBy asks for ${winBy}.`;
    faults.push({ pointer, code: 'win_by_not_reached', detail });
  }
  return faults;
}

function resultFaults({ outcome, games, teams }: EffectiveMatch, pointer: string): FaultItem[] {
  const wins: number[] = [];
  countWins(games, wins, teams.length);
  const isLevel = !hasSingleMaximum(wins);
  if (outcome === 'completed' && isLevel) {
    const detail =
      'No single team won more games than every other. Send a match once it is decided, or its games ' +
      'as matches of their own; of one that was given up or ran out of time say so by its outcome.';
    return [{ pointer, code: 'no_winner', detail }];
  }
  if (outcome === 'drawn' && !isLevel) {
    const detail =
      'One team won more games than every other, so the match is not drawn. ' +
      'Its outcome is timed where time ran out, and otherwise completed.';
    return [{ pointer, code: 'not_drawn', detail }];
  }
  return [];
}

function hasSingleMaximum(values: readonly number[]): boolean {
  const maximum = Math.max(...values);
  return values.filter((value) => value === maximum).length === 1;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
