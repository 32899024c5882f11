import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { describe, expect, it } from 'vitest';
import { foundClubs, generateLeague } from './generate-league.ts';
import { shownSkill, trueSkill } from './people.ts';
import { SEASON, SEPARATE_CLUBS } from './settings.ts';

const DAY = 86_400_000;

/** A match by the clubs of its players, on a day of the league. */
function playLeague() {
  const random = seededRandom(1);
  const clubs = foundClubs(random, SEPARATE_CLUBS);
  const pairs = clubs
    .flat()
    .flatMap(({ name, partner }) => (partner === undefined ? [] : [[name, partner.name]]));
  const returners = clubs.flat().flatMap(({ name, returns }) => (returns ? [name] : []));
  const sandbaggers = clubs.flat().filter(({ heldBack }) => heldBack > 0);
  const heldBack = sandbaggers.map((person) => trueSkill(person) - shownSkill(person));
  const matches = [...generateLeague(random, SEPARATE_CLUBS, clubs)].map(({ match }) => ({
    teams: match.teams,
    clubs: new Set(match.teams.flat().map((name) => name.split('-player-')[0] ?? '')),
    day: Math.floor((match.playedAt - Date.UTC(2024, 0, 1)) / DAY),
  }));
  return {
    matches,
    partnerOf: new Map(pairs as [string, string][]),
    returners,
    sandbaggers,
    heldBack,
  };
}

describe('a league of separate clubs', () => {
  const { matches, partnerOf, returners, sandbaggers, heldBack } = playLeague();
  const meetings = (club: string) =>
    matches.filter(({ clubs }) => clubs.size > 1 && clubs.has(club)).map(({ day }) => day);

  it('opens its first club after a season, and never its last one', () => {
    expect(Math.min(...meetings('club-1'))).toBeGreaterThanOrEqual(SEASON);
    expect(Math.min(...meetings('club-2'))).toBeLessThan(SEASON);
    expect(meetings('club-4')).toEqual([]);
  });

  it('has pairs whose players only play with each other until the pairs part', () => {
    const teams = matches.flatMap(({ teams, day }) => teams.map((team) => ({ team, day })));
    const ofPairs = teams.filter(({ team }) => team.some((name) => partnerOf.has(name)));
    const isPair = ({ team }: { team: readonly string[] }) =>
      team.length === 2 && team[1] === partnerOf.get(team[0] ?? '');
    const together = ofPairs.filter(({ day }) => day < SEASON);
    expect(together.length).toBeGreaterThan(300);
    expect(together.every(isPair)).toBe(true);
    expect(ofPairs.filter((entry) => entry.day >= SEASON && !isPair(entry)).length).toBeGreaterThan(
      300,
    );
  });

  it('has returners, who stay away for a season', () => {
    const [from, to] = SEPARATE_CLUBS.stories?.away ?? [0, 0];
    const days = matches
      .filter(({ teams }) => teams.flat().some((name) => returners.includes(name)))
      .map(({ day }) => day);
    expect(days.filter((day) => day >= from + 7 && day < to)).toEqual([]);
    expect(days.some((day) => day < from)).toBe(true);
    expect(days.some((day) => day >= to)).toBe(true);
  });

  it('has sandbaggers, who show all of their skill in the second season', () => {
    expect(Math.min(...heldBack)).toBeCloseTo(0.5, 12);
    for (const person of sandbaggers) expect(shownSkill(person)).toBe(trueSkill(person));
  });
});
