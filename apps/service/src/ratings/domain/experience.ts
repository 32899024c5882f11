import { PRIMARY_BRACKET } from './brackets.ts';

/** What makes a player verified: this many rated games, of any sport. */
export const VERIFYING_EXPERIENCE = { bracket: PRIMARY_BRACKET, games: 5 };
