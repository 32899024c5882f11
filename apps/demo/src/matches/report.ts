import type { MatchBatchResult, MatchVoid } from '@partner-rating/client';
import type { Ending } from './endings.ts';
import type { ClubSport } from './sports.ts';

/** A reported match, and the result from the service. */
export interface Report {
  id: string;
  sport: ClubSport;
  /** The names of both teams; the player's own comes first. */
  teams: string[][];
  /** The scores of each game, in team order. */
  scores: number[][];
  ending: Ending;
  result: MatchBatchResult;
  /** What the service answered when the match was taken back; absent while it stands. */
  taken?: MatchVoid;
}
