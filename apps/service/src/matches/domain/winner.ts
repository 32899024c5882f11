import { ratedGames } from '../../ratings/domain/rated-games.ts';
import { countWins } from '../../ratings/domain/records.ts';

/** What is known of how a match ended. */
export interface Ending {
  /** Left out of a match that was played to the end. */
  outcome?: string | null;
  /** The team that won, where the games do not show it. */
  winner?: number | null;
  games: readonly { scores: readonly number[]; isRated?: boolean }[];
}

// The last game of such a match may be unfinished, or it has none.
const stopped: ReadonlySet<string> = new Set(['retired', 'defaulted', 'abandoned']);

/** Whether a match with this outcome stopped before its end. */
export function isStopped(outcome: string): boolean {
  return stopped.has(outcome);
}

/** The team that won, as far as it is known; null also where nobody did. */
export function winnerOf(match: Ending): number | null {
  return match.winner ?? shownWinner(match);
}

/** The team that the games show to have won. Who leads when a match stops may be who retired, so they do not show it. */
export function shownWinner({ outcome, games }: Pick<Ending, 'outcome' | 'games'>): number | null {
  if (outcome === 'walkover') return leader(games);
  const isPlayed = (outcome ?? 'completed') === 'completed' || outcome === 'timed';
  return isPlayed ? leader(ratedGames(games)) : null;
}

/** Whether another team won most of the finished games of a match that stopped. */
export function isContradicted(winner: number | null, finished: Ending['games']): boolean {
  if (winner === null) return false;
  const wins = winsIn(finished);
  return Math.max(0, ...wins) > (wins[winner] ?? 0);
}

/** The one team that won most of these games. */
function leader(games: Ending['games']): number | null {
  const wins = winsIn(games);
  const max = Math.max(...wins);
  const team = wins.indexOf(max);
  return max > 0 && team === wins.lastIndexOf(max) ? team : null;
}

function winsIn(games: Ending['games']): number[] {
  const wins: number[] = [];
  countWins(games, wins, Math.max(0, ...games.map(({ scores }) => scores.length)));
  return wins;
}
