import type { MatchBatchResult } from '@partner-rating/client';
import type { ClubSport } from './sports.ts';

/** A match that was reported, and what the service made of it. */
export interface Report {
  id: string;
  sport: ClubSport;
  /** The names of both teams; the player's own comes first. */
  teams: string[][];
  /** The scores of each game, in team order. */
  scores: number[][];
  result: MatchBatchResult;
}
