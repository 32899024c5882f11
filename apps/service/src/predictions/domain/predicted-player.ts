import type { EntrySkill } from './entry-skill.ts';

/** A player of whom the application may know. */
export interface PredictedPlayer {
  id: string;
  /** Whether the application may see the ratings, and what follows from them. */
  sharesRatings: boolean;
  /** The skill with which they would enter a match now. */
  skill: EntrySkill;
}
