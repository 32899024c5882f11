import type { Random } from '@partner-rating/service/src/platform/random.ts';
import { normal } from './normal.ts';
import type { Person } from './people.ts';

/**
 * What makes differences hard to know: clubs that do not meet, and founders of each club whose results mislead a rating.
 * Skills are in logits of the chance to win a rally. Days count from the first day of the league.
 */
export interface Stories {
  /** By club, the day from which it exchanges guests with others. */
  opensOn: readonly number[];
  /** By club, how far its players are above the level that chance gives it. */
  advantage: readonly number[];
  /**
   * Pairs who only play together until a day, how much stronger the first of them is, and the chance that each of them
   * comes to an evening.
   */
  fixedPairs: number;
  pairGap: number;
  pairAttendance: number;
  pairsUntil: number;
  /** Players who play below their skill until a day, and by how much. */
  sandbaggers: number;
  sandbagging: number;
  sandbagUntil: number;
  /** Players who stay away between two days, and how far their skill wanders then (standard deviation). */
  returners: number;
  away: readonly [number, number];
  awaySpread: number;
}

/** Gives founders their stories: first the pairs, then the sandbaggers, then the returners. */
export function assignStories(people: readonly Person[], stories: Stories): void {
  const founders = [...people];
  for (const first of founders.splice(0, 2 * stories.fixedPairs).filter(isEven)) {
    const second = people[people.indexOf(first) + 1];
    if (second === undefined) continue;
    const middle = (first.skill + second.skill) / 2;
    first.skill = middle + stories.pairGap / 2;
    second.skill = middle - stories.pairGap / 2;
    first.attendance = stories.pairAttendance;
    second.attendance = stories.pairAttendance;
    first.partner = second;
    second.partner = first;
  }
  for (const sandbagger of founders.splice(0, stories.sandbaggers)) {
    sandbagger.heldBack = stories.sandbagging;
  }
  for (const returner of founders.splice(0, stories.returners)) returner.returns = true;
}

const isEven = (_: unknown, index: number) => index % 2 === 0;

/** What a week of the stories changes in a person. */
export function continueStory(random: Random, person: Person, day: number, stories: Stories): void {
  if (day >= stories.pairsUntil) person.partner = undefined;
  if (day >= stories.sandbagUntil) person.heldBack = 0;
  const [from, to] = stories.away;
  if (!person.returns || day < from) return;
  person.returns = false;
  person.awayUntil = to;
  person.skill += stories.awaySpread * normal(random);
}
