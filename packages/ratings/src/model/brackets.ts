/** A bracket key: `<category>-<division>`. */
export const categories = ['overall', 'singles', 'doubles', 'gender', 'mixed'] as const;
/** The matches that count in a bracket: all, or those of singles, doubles, one gender, or mixed teams. */
export type Category = (typeof categories)[number];

/** The division of players of any age. */
export const OPEN_DIVISION = 'open';

const divisionKeys = ['12-13', '14-15', '16-18', '35+', '40+', '50+', '60+', '70+'] as const;

/** A division of players in a range of ages. */
export interface AgeDivision {
  /** The name, such as `35+`. */
  key: (typeof divisionKeys)[number];
  /** The lowest age, in whole years. */
  from: number;
  /** The highest age, in whole years; infinity for adults. */
  to: number;
}

/** All age divisions. A youth division covers a few years. An adult division has no upper limit, as in tournaments. */
export const ageDivisions: readonly AgeDivision[] = [
  { key: '12-13', from: 12, to: 13 },
  { key: '14-15', from: 14, to: 15 },
  { key: '16-18', from: 16, to: 18 },
  { key: '35+', from: 35, to: Number.POSITIVE_INFINITY },
  { key: '40+', from: 40, to: Number.POSITIVE_INFINITY },
  { key: '50+', from: 50, to: Number.POSITIVE_INFINITY },
  { key: '60+', from: 60, to: Number.POSITIVE_INFINITY },
  { key: '70+', from: 70, to: Number.POSITIVE_INFINITY },
];

/** The bracket in which every match counts: the primary rating. */
export const PRIMARY_BRACKET = 'overall-open';

/** Every bracket key in which a match can count. */
export const bracketKeys: readonly string[] = categories.flatMap((category) =>
  [OPEN_DIVISION, ...ageDivisions.map(({ key }) => key)].map(
    (division) => `${category}-${division}`,
  ),
);

/** The properties of a player that decide the brackets of their matches. */
export interface BracketPlayer {
  /** The gender, as in the API. */
  gender: 'MALE' | 'FEMALE' | 'OTHER' | 'UNKNOWN';
  /** The birth date, as `YYYY-MM-DD`; null if unknown. */
  birth_date: string | null;
}

/** Returns the keys of all brackets in which a match on this day at the venue counts, the primary one first. */
export function bracketsOf(teams: readonly (readonly BracketPlayer[])[], day: string): string[] {
  const divisions = divisionsOf(teams.flat(), day);
  return categoriesOf(teams).flatMap((category) =>
    divisions.map((division) => `${category}-${division}`),
  );
}

function categoriesOf(teams: readonly (readonly BracketPlayer[])[]): Category[] {
  if (teams.every((team) => team.length === 1)) return ['overall', 'singles'];
  const isDoubles = teams.every((team) => team.length === 2);
  return ['overall', ...(isDoubles ? ['doubles' as const] : []), ...genderCategoriesOf(teams)];
}

function genderCategoriesOf(teams: readonly (readonly BracketPlayer[])[]): Category[] {
  const genders = new Set(teams.flat().map((player) => player.gender));
  if (genders.has('UNKNOWN')) return [];
  if (genders.size === 1 && !genders.has('OTHER')) return ['gender'];
  return teams.every(isMixed) ? ['mixed'] : [];
}

function isMixed(team: readonly BracketPlayer[]): boolean {
  return (
    team.some((player) => player.gender === 'MALE') &&
    team.some((player) => player.gender === 'FEMALE')
  );
}

function divisionsOf(players: readonly BracketPlayer[], day: string): string[] {
  const ages: number[] = [];
  for (const player of players) {
    if (player.birth_date === null) return [OPEN_DIVISION];
    ages.push(ageOn(player.birth_date, day));
  }
  const youngest = Math.min(...ages);
  const oldest = Math.max(...ages);
  const reached = ageDivisions.filter(({ from, to }) => youngest >= from && oldest <= to);
  return [OPEN_DIVISION, ...reached.map((division) => division.key)];
}

/** Returns the whole years between a birth date and a day, both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  const hadBirthday = day.slice(5) >= birthDate.slice(5);
  return hadBirthday ? years : years - 1;
}
