import { pick, type Random, sample } from '@partner-rating/service/src/platform/random.ts';
import { comes, type Person } from './people.ts';
import type { LeagueSettings } from './settings.ts';

/** A club on an evening, among all clubs of the league. */
interface Evening {
  clubs: readonly (readonly Person[])[];
  club: number;
  day: number;
}

/** The players who are at the club: its members, and guests from the clubs that it meets. */
export function presentOn(
  random: Random,
  { clubs, club, day }: Evening,
  settings: LeagueSettings,
): Person[] {
  const people = clubs[club] ?? [];
  const members = people.filter((person) => comes(random, person, day, settings));
  const guests = members.flatMap(() => {
    if (random() >= settings.guests) return [];
    const from = pick(random, clubs);
    const guest = pick(random, from);
    if (people.includes(guest) || guest.partner !== undefined) return [];
    if (!doMeet([club, clubs.indexOf(from)], day, settings)) return [];
    return comes(random, guest, day, settings) ? [guest] : [];
  });
  return withPartners([...members, ...new Set(guests)]);
}

function doMeet(clubs: readonly number[], day: number, { stories }: LeagueSettings): boolean {
  return clubs.every((club) => day >= (stories?.opensOn[club] ?? 0));
}

/** Players of a fixed pair come to an evening only together. */
function withPartners(present: readonly Person[]): Person[] {
  return present.filter(({ partner }) => partner === undefined || present.includes(partner));
}

/** Returns whether the same teams played each other before on this evening; if they did, they sit out. */
export function haveMet(met: Set<string>, teams: readonly (readonly Person[])[]): boolean {
  const names = teams.map((team) => team.map(({ name }) => name).toSorted());
  const key = names.map(String).toSorted().join(' ');
  const before = met.size;
  return met.add(key).size === before;
}

/** Shuffles the players who are there into singles and doubles. Players without a match sit out. */
export function drawTeams(
  random: Random,
  present: readonly Person[],
  { singles }: LeagueSettings,
): [Person[], Person[]][] {
  const shuffled = sample(random, present, present.length);
  const matches: [Person[], Person[]][] = [];
  while (shuffled.length >= 2) {
    const size = shuffled.length < 4 || random() < singles ? 1 : 2;
    const first = takeTeam(shuffled, size);
    const second = takeTeam(shuffled, first.length);
    if (first.length === second.length) matches.push([first, second]);
  }
  return matches;
}

/** Takes the first player, and with them their fixed partner, or the next player who has none. */
function takeTeam(players: Person[], size: number): Person[] {
  const [first] = players.splice(0, 1);
  if (first === undefined) return [];
  if (first.partner === undefined && size === 1) return [first];
  const partnerAt =
    first.partner === undefined
      ? players.findIndex(({ partner }) => partner === undefined)
      : players.indexOf(first.partner);
  return partnerAt < 0 ? [first] : [first, ...players.splice(partnerAt, 1)];
}
