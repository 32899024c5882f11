import type { Random } from '@partner-rating/service/src/platform/random.ts';
import { between, normal } from './normal.ts';
import type { LeagueSettings, Stories } from './settings.ts';

/** A person in the league, with today's values. */
export interface Person {
  name: string;
  joinsOn: number;
  attendance: number;
  /** The true skill, without the day's form. */
  skill: number;
  /** The skill that they still have to learn. */
  deficit: number;
  /** The first day after an absence. */
  awayUntil: number;
  form: number;
  /**
   * Their fixed partner, how far they play below their skill, and whether they will be away for
   * long.
   */
  partner: Person | undefined;
  heldBack: number;
  returns: boolean;
}

/** Creates all members of a club: founders, and beginners who join over time. */
export function foundClub(random: Random, club: number, settings: LeagueSettings): Person[] {
  const { stories } = settings;
  const level = settings.clubSpread * normal(random) + (stories?.advantage[club] ?? 0);
  const joiners = Math.round((settings.joinersAYear * settings.days) / 365);
  const people = Array.from({ length: settings.founders + joiners }, (_, index): Person => {
    const isFounder = index < settings.founders;
    return {
      name: `club-${club + 1}-player-${index + 1}`,
      joinsOn: isFounder ? 0 : Math.floor(random() * settings.days),
      attendance: between(random, settings.attendance),
      skill: level + settings.skillSpread * normal(random),
      deficit: isFounder ? 0 : settings.beginnersDeficit * (0.5 + random()),
      awayUntil: 0,
      form: 0,
      partner: undefined,
      heldBack: 0,
      returns: false,
    };
  });
  if (stories !== undefined) assignStories(people, stories);
  return people;
}

/** Advances a week: skills drift, beginners learn, some stay away. */
export function passWeek(
  random: Random,
  person: Person,
  day: number,
  settings: LeagueSettings,
): void {
  person.skill += settings.driftADay * Math.sqrt(7) * normal(random);
  if (settings.stories !== undefined) continueStory(random, person, day, settings.stories);
  if (day < person.joinsOn) return;
  const learnt = person.deficit * (1 - 0.5 ** (7 / settings.learningHalfLifeDays));
  person.deficit -= learnt;
  if (day < person.awayUntil || random() >= settings.absenceAWeek) return;
  person.awayUntil = day + between(random, settings.absenceDays);
  person.skill += settings.absenceCost * (normal(random) - 0.5);
}

/** Returns who comes to an evening, with the day's form. */
export function comes(random: Random, person: Person, day: number, settings: LeagueSettings) {
  if (day < person.joinsOn || day < person.awayUntil || random() >= person.attendance) return false;
  person.form = settings.form * normal(random);
  return true;
}

export function trueSkill({ skill, deficit }: Person): number {
  return skill - deficit;
}

/** Returns the skill that a person shows today, without the day's form. */
export function shownSkill(person: Person): number {
  return trueSkill(person) - person.heldBack;
}

/** Assigns the founders of `stories`: pairs who only play together, sandbaggers who hold back, and returners who go away. */
function assignStories(people: readonly Person[], stories: Stories): void {
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

/** Applies a week of `stories`: a pair parts, a sandbagger stops holding back, or a returner leaves. */
function continueStory(random: Random, person: Person, day: number, stories: Stories): void {
  if (day >= stories.pairsUntil) person.partner = undefined;
  if (day >= stories.sandbagUntil) person.heldBack = 0;
  const [from, to] = stories.away;
  if (!person.returns || day < from) return;
  person.returns = false;
  person.awayUntil = to;
  person.skill += stories.awaySpread * normal(random);
}
