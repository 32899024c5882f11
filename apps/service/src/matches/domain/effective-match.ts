import { countWins, formatsOf, type GameFormat, ratedGames } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { isWon, type RulesLevel, rulesOf } from './game-score.ts';
import type { SentDate } from './played-days.ts';

export interface EffectiveGame {
  identifier: string | null;
  scores: readonly number[];
  winScore: number;
  winBy: number;
  /** The format that gives the two values above. Null if they were sent directly. */
  format: SentFormat | null;
  /** False if the game moves no rating. */
  isRated: boolean;
}

/** A format as it was sent, and its pointer. */
interface SentFormat {
  code: string;
  pointer: string;
  /** Null if the sport has no such format. */
  known: GameFormat | null;
}

export type MatchOutcome = NonNullable<Schemas.MatchInput['outcome']>;

/** A submitted match with the defaults of its batch filled in. */
export interface EffectiveMatch extends SentDate {
  /** The index in the batch. */
  position: number;
  identifier: string;
  sport: string;
  outcome: MatchOutcome;
  /** The team that won, as sent. Null if the games show the same, or nobody won. */
  winner: number | null;
  /** Whether the finished games show another winner, so that none of them is rated. */
  isContradicted: boolean;
  /** Whether its reporter says that it is a different match than those reported before. */
  isDistinct: boolean;
  teams: readonly (readonly string[])[];
  games: readonly EffectiveGame[];
  details: MatchDetails;
  /** JSON pointers to the values that may come from the batch. */
  pointers: { sport: string; matchDate: string; timeZone: string };
}

/** Values that are stored with a match and do not affect its rating. */
interface MatchDetails {
  bracket: string | null;
  event: string | null;
  location: string | null;
  matchSource: string | null;
  matchType: string | null;
  /** Only for an imported match: a hash of it with its participants as sent, in hexadecimal. */
  sentHash?: string;
}

export function effectiveMatches(batch: Schemas.MatchBatch): EffectiveMatch[] {
  return batch.matches.map((match, position) => effectiveMatch(batch, match, position));
}

/** Returns the match at this index of a batch. */
export function effectiveMatch(
  batch: Omit<Schemas.MatchBatch, 'matches'>,
  match: Schemas.MatchInput,
  position: number,
): EffectiveMatch {
  const { outcome = 'completed', sport = batch.sport } = match;
  const at = `/matches/${position}`;
  const games = (match.games ?? []).map((game, index) => ({
    identifier: game.identifier ?? null,
    scores: game.scores,
    ...effectiveRules(sport, [
      { sent: game, pointer: `${at}/games/${index}` },
      { sent: match, pointer: at },
      { sent: batch, pointer: '' },
    ]),
  }));
  const counted = games.map((game, index) => ({
    ...game,
    isRated: isRated(game, sport, { outcome, isLast: index === games.length - 1 }),
  }));
  const winner = match.winner ?? null;
  const contradicted = isStopped(outcome) && isContradicted(winner, ratedGames(counted));
  return {
    position,
    identifier: match.identifier,
    sport,
    matchDate: match.matchDate ?? batch.matchDate ?? null,
    timeZone: batch.timeZone ?? null,
    lastDay: null,
    teams: match.teams,
    outcome,
    winner: winner === shownWinner({ outcome, games: counted }) ? null : winner,
    isContradicted: contradicted,
    isDistinct: match.distinct === true,
    games: contradicted ? counted.map((game) => ({ ...game, isRated: false })) : counted,
    details: {
      bracket: name(match.bracket ?? batch.bracket),
      event: name(match.event ?? batch.event),
      location: name(match.location ?? batch.location),
      matchSource: match.matchSource ?? batch.matchSource ?? null,
      matchType: match.matchType ?? batch.matchType ?? null,
    },
    pointers: {
      sport: match.sport === undefined ? '/sport' : `${at}/sport`,
      matchDate: match.matchDate === undefined ? '/matchDate' : `${at}/matchDate`,
      timeZone: '/timeZone',
    },
  };
}

function effectiveRules(
  sport: string,
  levels: readonly RulesLevel[],
): Pick<EffectiveGame, 'winScore' | 'winBy' | 'format'> {
  const rules = rulesOf(levels);
  switch (rules.kind) {
    case 'scores':
      return { winScore: rules.winScore, winBy: rules.winBy, format: null };
    case 'format': {
      const { format: code, pointer } = rules;
      const known = formatsOf(sport).find((format) => format.code === code) ?? null;
      // An unknown format is an error by itself, with any scores.
      const { winScore, winBy } = known ?? { winScore: 1, winBy: 1 };
      return { winScore, winBy, format: { code, pointer, known } };
    }
    case 'missing':
      throw new Error('The form of a batch must be checked before its matches (form-errors.ts).');
  }
}

// A 0–0 game carries no information. An unfinished game before the last is an error.
function isRated(
  game: Omit<EffectiveGame, 'isRated'>,
  sport: string,
  { outcome, isLast }: { outcome: MatchOutcome; isLast: boolean },
): boolean {
  if (outcome === 'walkover' || game.scores.every((score) => score === 0)) return false;
  return !isStopped(outcome) || !isLast || isWon(game, sport);
}

function name(text: string | undefined): string | null {
  return text === undefined ? null : text.normalize('NFC');
}

/** How a match ended. */
interface Ending {
  /** Missing if the match was played to the end. */
  outcome?: string | null;
  /** The team that won, if the games do not show it. */
  winner?: number | null;
  games: readonly { scores: readonly number[]; isRated?: boolean }[];
}

// The last game of such a match may be unfinished, or there may be no game.
const stopped: ReadonlySet<string> = new Set(['retired', 'defaulted', 'abandoned']);

/** Returns whether a match with this outcome stopped before its end. */
export function isStopped(outcome: string): boolean {
  return stopped.has(outcome);
}

/** Returns the team that won, if it is known. Null also if nobody won. */
export function winnerOf(match: Ending): number | null {
  return match.winner ?? shownWinner(match);
}

/** Returns the team that won according to the games. In a stopped match, the leader may be the team that retired, so the games do not show the winner. */
export function shownWinner({ outcome, games }: Pick<Ending, 'outcome' | 'games'>): number | null {
  if (outcome === 'walkover') return leader(games);
  const isPlayed = (outcome ?? 'completed') === 'completed' || outcome === 'timed';
  return isPlayed ? leader(ratedGames(games)) : null;
}

/** Returns whether a team other than the reported winner won most of the finished games of a stopped match. */
function isContradicted(winner: number | null, finished: Ending['games']): boolean {
  if (winner === null) return false;
  const wins = winsIn(finished);
  return Math.max(0, ...wins) > (wins[winner] ?? 0);
}

/** Returns the single team that won most of these games. */
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
