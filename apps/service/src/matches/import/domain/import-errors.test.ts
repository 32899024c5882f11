import type { ErrorItem } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { participantReader } from './participant.ts';
import {
  birthErrors,
  inWordsOfImport,
  nameErrors,
  type TournamentMatch,
  tournamentErrors,
} from './tournament-matches.ts';

const read = participantReader(String);

const person = (rest: object = {}) => read({ firstName: 'Mike', lastName: 'Brennan', ...rest });

const matchAt = (position: number, ...teams: ReturnType<typeof person>[][]) =>
  ({ teams, effective: { position } }) as TournamentMatch;

describe('a tournament', () => {
  testRows([
    {},
    { startDate: '2026-09-06' },
    { endDate: '2026-09-05' },
    { startDate: '2026-09-05', endDate: '2026-09-05' },
    { startDate: '2026-09-05', endDate: '2026-09-06' },
  ])('may last at most a year, and needs no dates', (dates) => {
    expect(tournamentErrors({ name: 'Open', ...dates })).toEqual([]);
  });

  it('does not end before it starts', () => {
    const dates = { startDate: '2026-09-06', endDate: '2026-09-05' };
    expect(tournamentErrors({ name: 'Open', ...dates })).toEqual([
      {
        ...{ pointer: '/tournament/endDate', code: 'end_before_start' },
        detail:
          'The tournament ends on 2026-09-05, before it starts on 2026-09-06. Correct one of the dates.',
      },
    ]);
  });
});

describe('the name of a participant', () => {
  // Composes to two characters.
  const growing = '\u0958';

  testRows([{}, { city: 'a'.repeat(100), state: '𠮷'.repeat(100) }, { city: growing.repeat(50) }])(
    'is kept unchanged, with the place',
    (rest) => {
      expect(nameErrors([matchAt(0, [person(rest)])])).toEqual([]);
    },
  );

  it('is refused if it is too long after composition', () => {
    expect(
      nameErrors([matchAt(7, [person()], [person(), person({ city: growing.repeat(51) })])]),
    ).toEqual([
      {
        ...{ pointer: '/matches/7/teams/1/1/city', code: 'maxLength' },
        detail: 'This is longer than 100 characters once composed (NFC). Shorten it.',
      },
    ]);
  });
});

describe('the birth year of a participant', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const errorsOf = (birthYear: number, matchDate: string | null = null) => {
    const { teams } = matchAt(3, [person({ birthYear })], [person({ birthYear: 1990 })]);
    const effective = { position: 3, matchDate, timeZone: null, lastDay: null };
    return birthErrors([{ teams, effective } as unknown as TournamentMatch], now);
  };

  testRows([1906, 1990, 2026])(
    'may be any year in which a player can have been born',
    (birthYear) => {
      expect(errorsOf(birthYear)).toEqual([]);
    },
  );

  testRows([
    [2090, null, 'birth_in_future', '2090 is in the future'],
    [2027, null, 'birth_in_future', '2027 is in the future'],
    [1905, null, 'birth_too_early', '1905 is more than 120 years ago'],
    [2020, '2019-05-01', 'date_before_birth', 'born in 2020 cannot have played on 2019-05-01'],
  ])(
    'may not be in the future, or too early for the match',
    (birthYear, matchDate, code, detail) => {
      expect(errorsOf(birthYear, matchDate)).toEqual([
        {
          ...{ pointer: '/matches/3/teams/0/0/birthYear', code },
          detail: expect.stringContaining(detail),
        },
      ]);
    },
  );
});

describe('a player who appears twice in a match', () => {
  const matches = Array.from({ length: 11 }, (_, position) =>
    matchAt(position, [person()], [person({ lastName: 'Brenner' })]),
  );
  const repeated: ErrorItem = {
    pointer: '/matches/10/teams/1/0',
    code: 'repeated_player',
    detail: 'Twice.',
  };

  it('is reported as two participants that were matched to one person', () => {
    expect(inWordsOfImport(matches, repeated)).toEqual({
      ...repeated,
      detail:
        'Mike Brenner was matched to somebody who already plays in this match. Name each player ' +
        'once, and give facts that distinguish the two, such as memberId.',
    });
  });

  testRows<ErrorItem>([
    { ...repeated, code: 'unknown_player' },
    { ...repeated, pointer: '/matches/11/teams/1/0' },
    { ...repeated, pointer: '/matches/10/teams/2/0' },
    { ...repeated, pointer: '/matches/10/teams/1/0/firstName' },
    { ...repeated, pointer: 'x/matches/10/teams/1/0' },
  ])('is not reported for another error', (error) => {
    expect(inWordsOfImport(matches, error)).toBe(error);
  });
});
