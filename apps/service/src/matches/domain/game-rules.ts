/** What a batch, a match or a game says of how a game is won. */
export interface RulesSent {
  winScore?: number;
  winBy?: number;
  format?: string;
}

/** One of the places where it may be said. */
export interface RulesLevel {
  sent: RulesSent;
  /** A JSON pointer; empty for the batch. */
  pointer: string;
}

export type GameRules =
  | { kind: 'scores'; winScore: number; winBy: number }
  | { kind: 'format'; format: string; pointer: string }
  /** Not said. `in` is where one was given that stands in place of a format further out. */
  | { kind: 'missing'; missing: ('winScore' | 'winBy')[]; in: string };

/** How a game is won, by what is said closest to it: the game's own level first, the batch's last. */
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
