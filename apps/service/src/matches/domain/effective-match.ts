import type { Schemas } from '@partner-rating/server';
import { isWon } from './game-score.ts';

export interface EffectiveGame {
  identifier: string | null;
  scores: readonly number[];
  winScore: number;
  winBy: number;
  /** False where it moves no rating. */
  isRated: boolean;
}

export type MatchOutcome = NonNullable<Schemas.MatchInput['outcome']>;

/** A submitted match with the defaults of its batch filled in. */
export interface EffectiveMatch {
  /** Its place in the batch, from 0. */
  position: number;
  identifier: string;
  sport: string;
  /** As sent; null where neither the match nor the batch gives one. */
  matchDate: string | null;
  outcome: MatchOutcome;
  teams: readonly (readonly string[])[];
  games: readonly EffectiveGame[];
  details: MatchDetails;
  /** JSON pointers to where the values stand that may come from the batch. */
  pointers: { sport: string; matchDate: string };
}

/** What is kept with a match and has no part in its rating. */
export interface MatchDetails {
  bracket: string | null;
  event: string | null;
  location: string | null;
  matchSource: string | null;
  matchType: string | null;
  /** Of an imported match: hash of it with its participants as they were sent, in hexadecimal. */
  sentHash?: string;
}

export function effectiveMatches(batch: Schemas.MatchBatch): EffectiveMatch[] {
  return batch.matches.map((match, position) => effectiveMatch(batch, match, position));
}

function effectiveMatch(
  batch: Schemas.MatchBatch,
  match: Schemas.MatchInput,
  position: number,
): EffectiveMatch {
  const { outcome = 'completed' } = match;
  const games = (match.games ?? []).map((game) => ({
    identifier: game.identifier ?? null,
    scores: game.scores,
    winScore: game.winScore ?? match.winScore ?? batch.winScore,
    winBy: game.winBy ?? match.winBy ?? batch.winBy,
  }));
  return {
    position,
    identifier: match.identifier,
    sport: match.sport ?? batch.sport,
    matchDate: match.matchDate ?? batch.matchDate ?? null,
    teams: match.teams,
    outcome,
    games: games.map((game, index) => ({
      ...game,
      isRated: isRated(game, { outcome, isLast: index === games.length - 1 }),
    })),
    details: {
      bracket: name(match.bracket ?? batch.bracket),
      event: name(match.event ?? batch.event),
      location: name(match.location ?? batch.location),
      matchSource: match.matchSource ?? batch.matchSource ?? null,
      matchType: match.matchType ?? batch.matchType ?? null,
    },
    pointers: {
      sport: match.sport === undefined ? '/sport' : `/matches/${position}/sport`,
      matchDate: match.matchDate === undefined ? '/matchDate' : `/matches/${position}/matchDate`,
    },
  };
}

// What is unfinished before the last game is a fault.
function isRated(
  game: Omit<EffectiveGame, 'isRated'>,
  { outcome, isLast }: { outcome: MatchOutcome; isLast: boolean },
): boolean {
  if (outcome === 'walkover') return false;
  return outcome !== 'retired' || !isLast || isWon(game);
}

function name(text: string | undefined): string | null {
  return text === undefined ? null : text.normalize('NFC');
}
