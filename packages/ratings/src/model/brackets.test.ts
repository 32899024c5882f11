import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BracketPlayer, bracketsOf } from './brackets.ts';

const day = '2026-09-12';

function player(gender: BracketPlayer['gender'], birthDate: string | null = null): BracketPlayer {
  return { gender, birth_date: birthDate };
}

const genders = { M: 'MALE', W: 'FEMALE', O: 'OTHER', U: 'UNKNOWN' } as const;

/** Returns teams from a text such as `MW MM`: men, women, others, and players of unknown gender. */
const teamsOf = (text: string) =>
  text
    .split(' ')
    .map((team) => [...team].map((letter) => player(genders[letter as keyof typeof genders])));

describe('categories', () => {
  const doubles = ['overall-open', 'doubles-open'];

  testRows([
    { played: 'M W', brackets: ['singles-open'] },
    { played: 'M M', brackets: ['singles-open'] },
    { played: 'MMM MMM', brackets: ['gender-open'] },
    { played: 'MWU MWM', brackets: [] },
  ])(
    'count every match as overall, singles as singles, and teams of three not as doubles',
    (row) => {
      expect(bracketsOf(teamsOf(row.played), day)).toEqual(['overall-open', ...row.brackets]);
    },
  );

  testRows(['MM MM', 'WW WW'])('count doubles of only men or only women as gender', (played) => {
    expect(bracketsOf(teamsOf(played), day)).toEqual([...doubles, 'gender-open']);
  });

  it('count doubles with a man and a woman in every team as mixed', () => {
    expect(bracketsOf(teamsOf('MW WM'), day)).toEqual([...doubles, 'mixed-open']);
  });

  testRows(['MU WM', 'MM WM', 'UU UU', 'OO OO', 'MM UU WM', 'MW UU WM', 'MU UU WM'])(
    'count other doubles, and those of an unknown or another gender, as neither',
    (played) => {
      expect(bracketsOf(teamsOf(played), day)).toEqual(doubles);
    },
  );
});

describe('divisions', () => {
  function divisions(birthDates: (string | null)[]): string[] {
    return bracketsOf([birthDates.map((birthDate) => player('UNKNOWN', birthDate)), [], []], day)
      .filter((key) => key.startsWith('overall-'))
      .map((key) => key.slice('overall-'.length));
  }

  it('puts young players into the range of all of them', () => {
    expect(divisions(['2013-01-01', '2014-01-01'])).toEqual(['open', '12-13']);
    expect(divisions(['2011-01-01', '2012-01-01'])).toEqual(['open', '14-15']);
    expect(divisions(['2008-01-01', '2010-01-01'])).toEqual(['open', '16-18']);
    expect(divisions(['2013-01-01', '2011-01-01'])).toEqual(['open']);
  });

  it('puts adults into every bracket whose age all of them have reached', () => {
    expect(divisions(['1991-01-01', '1950-01-01'])).toEqual(['open', '35+']);
    expect(divisions(['1972-01-01', '1976-01-01'])).toEqual(['open', '35+', '40+', '50+']);
    const all = ['open', '35+', '40+', '50+', '60+', '70+'];
    expect(divisions(['1956-01-01'])).toEqual(all);
  });

  it('has no division between 19 and 34, or below 12', () => {
    expect(divisions(['2007-01-01'])).toEqual(['open']);
    expect(divisions(['1992-01-01'])).toEqual(['open']);
    expect(divisions(['2015-01-01'])).toEqual(['open']);
  });

  it('uses the age on the day of the match, including the birthday', () => {
    expect(divisions(['1991-09-12'])).toEqual(['open', '35+']);
    expect(divisions(['1991-09-13'])).toEqual(['open']);
  });

  it('has only the open division if a birth date is unknown', () => {
    expect(divisions(['1960-01-01', null])).toEqual(['open']);
  });

  it('combines every category with every division', () => {
    const senior = player('MALE', '1985-01-01');
    expect(bracketsOf([[senior], [senior]], day)).toEqual([
      'overall-open',
      'overall-35+',
      'overall-40+',
      'singles-open',
      'singles-35+',
      'singles-40+',
    ]);
  });
});

const anyPlayer = fc.record({
  gender: fc.constantFrom('MALE', 'FEMALE', 'OTHER', 'UNKNOWN'),
  birth_date: fc.option(
    fc
      .date({ min: new Date('1930-01-01'), max: new Date('2020-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
});
const anyTeams = fc.integer({ min: 1, max: 4 }).chain((size) =>
  fc.array(fc.array(anyPlayer, { minLength: size, maxLength: size }), {
    minLength: 2,
    maxLength: 4,
  }),
);

describe('any match', () => {
  it('counts in the primary bracket first, and in no bracket twice', () => {
    fc.assert(
      fc.property(anyTeams, (teams) => {
        const brackets = bracketsOf(teams, day);
        expect(brackets[0]).toBe('overall-open');
        expect(new Set(brackets).size).toBe(brackets.length);
      }),
    );
  });

  it('counts in the same brackets for every order of teams and players', () => {
    fc.assert(
      fc.property(anyTeams, (teams) => {
        const turned = teams.toReversed().map((team) => team.toReversed());
        expect(bracketsOf(turned, day)).toEqual(bracketsOf(teams, day));
      }),
    );
  });
});
