import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BoardChoice,
  decodeBoardCursor,
  distancesToCount,
  encodeBoardCursor,
  leaderboardOptions,
  locationErrors,
  percentileOf,
  rankEach,
  ranksInSequence,
  toBoard,
} from './board.ts';

const everybody: BoardChoice = {
  sport: 'pickleball',
  category: 'doubles',
  ageBracket: '35+',
  scope: 'global',
  verifiedOnly: false,
  minGames: 3,
};

const locations = { country: 'US', state: 'TX', city: 'San José' };

type LocationName = keyof typeof locations;

const names: LocationName[] = ['country', 'state', 'city'];

function errorsOf(scope: BoardChoice['scope'], given: readonly LocationName[]) {
  const choice = Object.fromEntries(given.map((name) => [name, locations[name]]));
  return locationErrors({ ...everybody, ...choice, scope }, '/query');
}

describe.each<{ scope: BoardChoice['scope']; needed: LocationName[]; optional: LocationName[] }>([
  { scope: 'global', needed: [], optional: [] },
  { scope: 'country', needed: ['country'], optional: [] },
  { scope: 'state', needed: ['state'], optional: ['country'] },
  { scope: 'city', needed: ['city'], optional: ['country', 'state'] },
])('the scope $scope', ({ scope, needed, optional }) => {
  it('has an error for each location that it lacks or does not use, and no other', () => {
    fc.assert(
      fc.property(fc.subarray(names), (given) => {
        const expected = names.flatMap((name) => {
          const pointer = `/query/${name}`;
          if (needed.includes(name)) return given.includes(name) ? [] : [[pointer, 'required']];
          const isUseless = given.includes(name) && !optional.includes(name);
          return isUseless ? [[pointer, 'not_with_scope']] : [];
        });
        const errors = errorsOf(scope, given);
        expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual(expected);
      }),
    );
  });
});

it('an error says for a location what to send instead', () => {
  expect(errorsOf('state', ['country', 'city']).map(({ detail }) => detail)).toEqual([
    'The scope state needs state. Send it, or choose another scope.',
    'The scope state has no use for city. Leave it out, or choose another scope.',
  ]);
});

describe('the board of a choice', () => {
  it('includes everybody in the world without filters', () => {
    expect(toBoard(everybody)).toEqual({
      ...{ sport: 'pickleball', bracket: 'doubles-35+', scope: 'global', country: null },
      ...{ state: null, city: null, genders: ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'] },
      ...{ verified: [true, false], minGames: 3, exceptions: '{}' },
    });
  });

  it('is the same for any spelling of the city', () => {
    const board = toBoard({ ...everybody, scope: 'city', ...locations });
    expect(board).toEqual(toBoard({ ...everybody, scope: 'city', ...locations, city: 'SAN JOSE' }));
    expect(board).toMatchObject({ country: 'US', state: 'TX', city: 'san jose' });
  });

  it('has only players of the gender, and only verified ones, if that is requested', () => {
    const board = toBoard({ ...everybody, gender: 'FEMALE', verifiedOnly: true });
    expect(board).toMatchObject({ genders: ['FEMALE'], verified: [true] });
  });
});

const options = leaderboardOptions(['padel', 'pickleball']);

it('the list of categories describes the leaderboards as the contract shows them', () => {
  expect(options).toEqual(contract.example('leaderboard.listCategories').value);
});

testRows([
  ['RatingCategory', options.categories],
  ['AgeBracket', options.ageBrackets],
  ['GeographicScope', options.scopes],
])('the list of categories has everything that a request may choose', (schema, offered) => {
  expect(offered.map(({ code }) => code)).toEqual(contract.schemas[schema]?.enum);
});

it('the list of categories names a sport that is no longer rated by its code', () => {
  expect(leaderboardOptions(['jeu_de_paume']).sports).toEqual([
    { code: 'jeu_de_paume', name: 'jeu_de_paume' },
  ]);
});

describe('the ranks in a sequence', () => {
  const boards = fc
    .array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 30 })
    .map((distances) => distances.toSorted((one, other) => one - other));

  it('are the same as if each rank were counted separately, wherever the sequence begins', () => {
    fc.assert(
      fc.property(boards, fc.nat(29), fc.nat(30), (board, start, length) => {
        const count = (distances: readonly number[]) =>
          new Map(
            distances.map(
              (distance) => [distance, board.filter((other) => other < distance).length] as const,
            ),
          );
        const distances = board.slice(start, start + length);
        const expected = rankEach(distances, count(distances));
        expect(ranksInSequence(distances, count(distancesToCount(distances)))).toEqual(expected);
      }),
    );
  });

  it('need at most two counts', () => {
    fc.assert(fc.property(boards, (distances) => distancesToCount(distances).length <= 2));
    expect(distancesToCount([])).toEqual([]);
  });
});

testRows([
  [1, 1, 100],
  [1, 5, 100],
  [2, 5, 80],
  [2, 3, 66.67],
  [3, 3, 33.33],
  [1_000_000, 1_000_000, 0],
])('a rank has its percentile', (rank, total, percentile) => {
  expect(percentileOf(rank, total)).toBe(percentile);
});

const board = toBoard({
  sport: 'pickleball',
  category: 'overall',
  ageBracket: 'open',
  scope: 'global',
  verifiedOnly: false,
  minGames: 0,
});

const view = { board, part: null };

describe('a cursor of a board', () => {
  testRows([
    { distance: 0, memberNumber: 1 },
    { distance: 6_000, memberNumber: Number.MAX_SAFE_INTEGER },
  ])('is decoded to the same value', (position) => {
    const cursor = encodeBoardCursor(view, position);
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    expect(decodeBoardCursor(view, cursor)).toEqual(position);
  });

  it('is invalid on another board, and in a search on the same board', () => {
    const cursor = encodeBoardCursor(view, { distance: 3_732, memberNumber: 10_482 });
    expect(decodeBoardCursor({ ...view, board: { ...board, minGames: 1 } }, cursor)).toBeNull();
    expect(decodeBoardCursor({ ...view, part: '' }, cursor)).toBeNull();
  });

  testRows([
    '',
    'eyJhZnRlciI6MTA1MTd9',
    'x'.repeat(512),
    `${encodeBoardCursor(view, { distance: 1, memberNumber: 1 })}==`,
    encodeBoardCursor(view, { distance: -1, memberNumber: 1 }),
    encodeBoardCursor(view, { distance: 1, memberNumber: 0.5 }),
  ])('is refused if the service did not create it', (cursor) => {
    expect(decodeBoardCursor(view, cursor)).toBeNull();
  });
});
