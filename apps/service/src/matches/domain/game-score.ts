import {
  canContinueAt,
  endsAt,
  formatsOf,
  type GameEnd,
  type GameFormat,
} from '@partner-rating/ratings';

/** The points of each team, and the rules of the game. */
interface ScoredGame {
  scores: readonly number[];
  winScore: number;
  /** At least 1. */
  winBy: number;
  format: { known: GameFormat | null } | null;
}

/** Returns the two highest scores. */
export function topScores(scores: readonly number[]): [highest: number, second: number] {
  const [highest = 0, second = 0] = scores.toSorted((one, other) => other - one);
  return [highest, second];
}

/**
 * Returns the scores at which the game may end. A format gives them exactly. Without a format, they follow from `winScore`
 * and `winBy`, and from every format of the sport with the same two numbers: 30–29 ends a game of badminton to 21 by 2.
 */
export function endsOf(
  { winScore, winBy, format }: Omit<ScoredGame, 'scores'>,
  sport: string,
): GameEnd[] {
  if (format?.known) return [format.known];
  return [
    // With a lead of one, nobody plays on after winScore.
    { winScore, winBy, maxScore: winBy === 1 ? winScore : null },
    ...formatsOf(sport).filter((other) => other.winScore === winScore && other.winBy === winBy),
  ];
}

export function isWon(game: ScoredGame, sport: string): boolean {
  return endsOf(game, sport).some((end) => endsAt(end, topScores(game.scores)));
}

/** Whether a game can have these scores, at its end or before. */
export function isPossible(game: ScoredGame, sport: string): boolean {
  const scores = topScores(game.scores);
  return endsOf(game, sport).some((end) => endsAt(end, scores) || canContinueAt(end, scores));
}

/** The rules of a game as a batch, a match, or a game sends them. */
export interface RulesSent {
  winScore?: number;
  winBy?: number;
  format?: string;
}

/** One level that may send them. */
export interface RulesLevel {
  sent: RulesSent;
  /** A JSON pointer; empty for the batch. */
  pointer: string;
}

type GameRules =
  | { kind: 'scores'; winScore: number; winBy: number }
  | { kind: 'format'; format: string; pointer: string }
  /** Missing. `in` points at the level that sent one of the two numbers, which overrides an outer format. */
  | { kind: 'missing'; missing: ('winScore' | 'winBy')[]; in: string };

/** Returns the rules of a game. A game's value overrides the match's, and the match's overrides the batch's. */
export function rulesOf(levels: readonly RulesLevel[]): GameRules {
  let winScore: number | undefined;
  let winBy: number | undefined;
  let closest = '';
  for (const { sent, pointer } of levels) {
    const isGiven = winScore !== undefined || winBy !== undefined;
    if (sent.format !== undefined) {
      if (!isGiven) {
        return { kind: 'format', format: sent.format, pointer: `${pointer}/format` };
      }
      break;
    }
    if (!isGiven && (sent.winScore ?? sent.winBy) !== undefined) closest = pointer;
    winScore ??= sent.winScore;
    winBy ??= sent.winBy;
    if (winScore !== undefined && winBy !== undefined) return { kind: 'scores', winScore, winBy };
  }
  return {
    kind: 'missing',
    missing: [
      ...(winScore === undefined ? ['winScore' as const] : []),
      ...(winBy === undefined ? ['winBy' as const] : []),
    ],
    in: closest,
  };
}
