import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { rateMatch } from './rate-match.ts';
import { currentModel } from './rating-model.ts';
import { playerId, type Skill, startingSkill } from './scale.ts';
import { knownLead } from './win-probability.ts';

const sport = 'pickleball';

/** Players who start as newcomers, and their skills after the matches that they play. */
function newClub() {
  const skills = new Map<string, Skill>();
  const skillOf = (name: string) =>
    skills.get(name) ?? startingSkill({ sport, teamSize: 2 }, playerId(name));
  return {
    skillOf,
    play(scores: number[], ...teams: string[][]) {
      const before = teams.map((team) => team.map(skillOf));
      const games = [{ scores, winScore: 11, winBy: 2 }];
      const { skills: after } = rateMatch(before, { sport, games });
      for (const [team, names] of teams.entries()) {
        for (const [position, name] of names.entries()) {
          const { pull: _, ...skill } = after[team]?.[position] ?? { ...skillOf(name), pull: 0 };
          skills.set(name, skill);
        }
      }
    },
    known: (one: string, other: string) => knownLead([[skillOf(one)], [skillOf(other)]], sport),
  };
}

const members = (club: string) => Array.from({ length: 8 }, (_, index) => `${club}-${index}`);

/** Plays evenings of doubles among the players, with changing partners. */
function playEvenings(club: ReturnType<typeof newClub>, players: readonly string[], count: number) {
  const random = seededRandom(count);
  for (let evening = 0; evening < count; evening += 1) {
    const [a = '', b = '', c = '', d = ''] = players
      .map((name) => ({ name, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ name }) => name);
    club.play(random() < 0.5 ? [11, 8] : [8, 11], [a, b], [c, d]);
  }
}

/** Returns two clubs whose players only met within their club. */
function twoClubs() {
  const club = newClub();
  const [ones, others] = [members('north'), members('south')];
  for (const players of [ones, others]) playEvenings(club, players, 100);
  return { club, ones, others };
}

describe('players of clubs that never met', () => {
  it('have a more uncertain difference than players of one club', () => {
    const { club } = twoClubs();
    const within = club.known('north-0', 'north-1');
    const apart = club.known('north-0', 'south-0');
    expect(within.reliability).toBeGreaterThan(0.85);
    expect(apart.reliability).toBeLessThan(within.reliability - 0.05);
    expect(apart.variance).toBeGreaterThan(1.5 * within.variance);
  });

  it('become as certain as players of one club when the clubs meet', () => {
    const { club, ones, others } = twoClubs();
    const reliabilities = [0, 20, 100].map((count) => {
      playEvenings(club, [...ones, ...others], count);
      return club.known('north-0', 'south-0').reliability;
    });
    expect(reliabilities).toEqual(reliabilities.toSorted((one, other) => one - other));
    const within = club.known('north-0', 'north-1').reliability;
    expect(reliabilities.at(-1)).toBeCloseTo(within, 1);
  });

  it('move further when the clubs meet than by a result among themselves', () => {
    const { club } = twoClubs();
    const before = club.skillOf('north-0').mu;
    const moveBy = (...teams: [string[], string[]]) => {
      const skills = teams.map((team) => team.map(club.skillOf));
      const games = [{ scores: [11, 2], winScore: 11, winBy: 2 }];
      return (rateMatch(skills, { sport, games }).skills[0]?.[0]?.mu ?? 0) - before;
    };
    const [ofOwn, ofOther] = [
      moveBy(['north-0', 'north-1'], ['north-2', 'north-3']),
      moveBy(['north-0', 'north-1'], ['south-2', 'south-3']),
    ];
    expect(ofOther).toBeGreaterThan(1.3 * ofOwn);
  });
});

describe('two players who only play together', () => {
  function withPair() {
    const club = newClub();
    const players = members('club');
    const random = seededRandom(5);
    for (let evening = 0; evening < 100; evening += 1) {
      playEvenings(club, players, 1);
      const [one = '', other = ''] = players.slice(2 * Math.floor(3 * random()));
      club.play(evening % 2 === 0 ? [11, 9] : [7, 11], ['ann', 'bob'], [one, other]);
    }
    return { club, players };
  }

  it('are well known, but their difference is not', () => {
    const { club } = withPair();
    for (const name of ['ann', 'bob']) {
      expect(currentModel.reliabilityOf(club.skillOf(name).sigma)).toBeGreaterThan(0.8);
      expect(club.known(name, 'club-0').reliability).toBeGreaterThan(0.8);
    }
    expect(club.known('ann', 'bob').reliability).toBeLessThanOrEqual(0.3);
  });

  testRows(['with others', 'against each other'])(
    'become distinguishable when they play %s',
    (how) => {
      const { club, players } = withPair();
      const [third = '', fourth = ''] = players;
      const reliabilities = [club.known('ann', 'bob').reliability];
      for (let match = 0; match < 20; match += 1) {
        if (how === 'with others') {
          club.play([11, 5], ['ann', third], ['bob', fourth]);
          club.play([11, 5], ['ann', fourth], [third, 'club-2']);
          club.play([5, 11], ['bob', third], [fourth, 'club-2']);
        } else {
          club.play([11, 5], ['ann'], ['bob']);
        }
        reliabilities.push(club.known('ann', 'bob').reliability);
      }
      expect(reliabilities.at(-1)).toBeGreaterThan(0.6);
      expect(club.skillOf('ann').mu).toBeGreaterThan(club.skillOf('bob').mu);
    },
  );
});

it('the groups and partners of a skill are integers that fit a double', () => {
  const { club, ones, others } = twoClubs();
  playEvenings(club, [...ones, ...others], 30);
  for (const name of [...ones, ...others]) {
    const { id, direction, partner, open } = club.skillOf(name);
    for (const whole of [id, direction, partner, open * 2 ** 14]) {
      expect(Number.isSafeInteger(whole)).toBe(true);
    }
    expect(direction).toBeGreaterThan(0);
    expect(direction).toBeLessThan(2 ** 48);
    expect([...ones, ...others].map(playerId)).toContain(partner);
    expect(open).toBeLessThan(64);
  }
});
