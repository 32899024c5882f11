import { countWins, endsAt, finalScores, formatsOf, isSport } from '@partner-rating/ratings';
import type { ErrorItem } from '@partner-rating/server';
import {
  type EffectiveGame,
  type EffectiveMatch,
  isStopped,
  shownWinner,
} from './effective-match.ts';
import { endsOf, isPossible, isWon, topScores } from './game-score.ts';

/** Returns the errors in the teams and games of a match, which need no database. */
export function gameErrors(match: EffectiveMatch): ErrorItem[] {
  const pointer = `/matches/${match.position}`;
  const errors = [
    ...teamSizeErrors(match, pointer),
    ...match.games.flatMap((game) => formatErrors(game, match)),
    ...match.games.flatMap((game, index) => {
      const at = `${pointer}/games/${index}/scores`;
      if (game.scores.length !== match.teams.length) {
        return [scoresPerTeam(game, match.teams.length, at)];
      }
      return scoreErrors(game, match, { pointer: at, isLast: index === match.games.length - 1 });
    }),
  ];
  // If a game has no winner or wrong scores, an error about the winner of the match would only repeat that error.
  const decided = errors.every(({ code }) => !undecided.has(code));
  return [
    ...errors,
    ...(decided ? resultErrors(match, `${pointer}/games`) : []),
    ...matchWinnerErrors(match, { pointer: `${pointer}/winner`, isDecided: decided }),
  ];
}

const undecided = new Set([
  'scores_per_team',
  'no_winner',
  'score_not_in_format',
  'score_after_end',
]);

export function teamSizeErrors(
  { teams }: Pick<EffectiveMatch, 'teams'>,
  pointer: string,
): ErrorItem[] {
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

function scoresPerTeam({ scores }: EffectiveGame, teams: number, pointer: string): ErrorItem {
  const are = scores.length === 1 ? 'is' : 'are';
  const detail = `There ${are} ${count(scores.length, 'score')} for ${teams} teams. Give one score for each team, in team order.`;
  return { pointer, code: 'scores_per_team', detail };
}

function scoreErrors(
  game: EffectiveGame,
  { outcome, sport }: EffectiveMatch,
  { pointer, isLast }: { pointer: string; isLast: boolean },
): ErrorItem[] {
  // The ends of an unknown format are unknown, and the format is an error by itself.
  const isUnknown = game.format !== null && game.format.known === null;
  if (outcome === 'walkover' || isUnknown) return [];
  const mustBeWon = outcome === 'completed' || (isStopped(outcome) && !isLast);
  if (mustBeWon) return isWon(game, sport) ? [] : unwonErrors(game, sport, pointer);
  // The clock may end a game at any score, except a game of a format, which is exact.
  const isByClock = !isStopped(outcome) && game.format === null;
  return isByClock || isPossible(game, sport) ? [] : [wrongScore(game, sport, pointer, true)];
}

function formatErrors({ format }: EffectiveGame, match: EffectiveMatch): ErrorItem[] {
  const { sport, pointers, position } = match;
  if (format === null || format.known !== null || !isSport(sport)) return [];
  const code = 'unknown_format';
  const use = `${formatsOf(sport)
    .map((known) => known.code)
    .join(', ')}, or winScore and winBy.`;
  if (format.pointer === '/format' && pointers.sport !== '/sport') {
    // Points at the match, because the default may be right for the other matches.
    const detail = `The default format ${format.code} is not one of ${sport}. Give the match a format of ${sport}: ${use}`;
    return [{ pointer: `/matches/${position}/sport`, code, detail }];
  }
  const detail = `There is no format ${format.code} of ${sport}. Use ${use}`;
  return [{ pointer: format.pointer, code, detail }];
}

/** Returns the error of a score that is impossible, or that does not end a game that must be won. */
function wrongScore(
  game: EffectiveGame,
  sport: string,
  pointer: string,
  isUnfinished = false,
): ErrorItem {
  const { format, winScore, winBy, scores } = game;
  const name = format === null ? `to ${winScore} by ${winBy}` : `of ${format.code}`;
  const cannot = isUnfinished ? 'cannot stand' : 'does not end';
  const ends = finalScores(endsOf(game, sport));
  const detail = `A game ${name} ${cannot} at ${scores.join('–')}: it ends at ${ends}.`;
  return {
    pointer,
    code: format === null ? 'score_after_end' : 'score_not_in_format',
    detail: `${detail}${tieBreakHint(game, sport)}`,
  };
}

/** Returns the errors of a game without a winner. */
function unwonErrors(game: EffectiveGame, sport: string, pointer: string): ErrorItem[] {
  const { scores, winScore, winBy } = game;
  const [highest, second] = topScores(scores);
  if (!isPossible(game, sport)) return [wrongScore(game, sport, pointer)];
  if (highest === second) {
    const detail =
      `Several teams share the highest score, ${highest}. A game has one winner, ` +
      'unless the outcome of the match is timed or drawn.';
    return [{ pointer, code: 'no_winner', detail }];
  }
  if (game.format !== null) return [wrongScore(game, sport, pointer)];
  const errors: ErrorItem[] = [];
  const hint = tieBreakHint(game, sport);
  if (highest < winScore) {
    const detail = `The winner has ${count(highest, 'point')}; winScore asks for ${winScore}.${hint}`;
    errors.push({ pointer, code: 'win_score_not_reached', detail });
  }
  if (highest - second < winBy) {
    const detail = `The winner leads by ${count(highest - second, 'point')}; winBy asks for ${winBy}.`;
    errors.push({ pointer, code: 'win_by_not_reached', detail });
  }
  return errors;
}

/** Returns a hint for tennis and padel, in which people often write a match tie-break as one game, 1–0, or by its points as a set. */
function tieBreakHint(game: EffectiveGame, sport: string): string {
  const tieBreak = formatsOf(sport).find(({ code }) => code.endsWith('-match-tie-break'));
  if (tieBreak === undefined || game.format?.code === tieBreak.code) return '';
  const [highest, second] = topScores(game.scores);
  const isAsOneGame = highest === 1 && second === 0;
  if (!isAsOneGame && !endsAt(tieBreak, [highest, second])) return '';
  return ` If this is a match tie-break, give the game the format ${tieBreak.code} and its points, such as 10–8.`;
}

function resultErrors({ outcome, games, teams }: EffectiveMatch, pointer: string): ErrorItem[] {
  const wins: number[] = [];
  countWins(games, wins, teams.length);
  const isLevel = !hasSingleMaximum(wins);
  if (outcome === 'completed' && isLevel) {
    const detail =
      'No single team won more games than every other. Send a match once it is decided, or its games ' +
      'as matches of their own; of one that ended early or ran out of time say so by its outcome.';
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

/** Returns the errors of `winner`. */
function matchWinnerErrors(
  match: EffectiveMatch,
  { pointer, isDecided }: { pointer: string; isDecided: boolean },
): ErrorItem[] {
  const { outcome, teams, winner } = match;
  const shown = shownWinner(match);
  if (winner === null) {
    if (shown !== null || !needWinner.has(outcome)) return [];
    const detail =
      `The games of a match whose outcome is ${outcome} do not show who won. Give winner: ` +
      'the place in teams of the team that won, 0 for the first.';
    return [{ pointer, code: 'required', detail }];
  }
  if (winner >= teams.length) {
    const detail = `There are ${teams.length} teams, so winner is at most ${teams.length - 1}: it counts from 0.`;
    return [{ pointer, code: 'maximum', detail }];
  }
  if (outcome === 'drawn' || outcome === 'abandoned') {
    const detail = `Nobody won a match whose outcome is ${outcome}. Leave winner out, or correct the outcome.`;
    return [{ pointer, code: 'not_with_outcome', detail }];
  }
  if (shown === null || !isDecided) return [];
  const detail =
    `By its games team ${shown} won the match, but winner is team ${winner}. Correct one of them; ` +
    'if the match was not played to the end, say so by its outcome.';
  return [{ pointer, code: 'winner_contradicted', detail }];
}

const needWinner = new Set(['retired', 'defaulted', 'walkover']);

function hasSingleMaximum(values: readonly number[]): boolean {
  const maximum = Math.max(...values);
  return values.filter((value) => value === maximum).length === 1;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
