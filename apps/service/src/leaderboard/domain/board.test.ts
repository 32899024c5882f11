import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoardChoice, locationFaults, toBoard } from './board.ts';

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

function faultsOf(scope: BoardChoice['scope'], given: readonly LocationName[]) {
  const choice = Object.fromEntries(given.map((name) => [name, locations[name]]));
  return locationFaults({ ...everybody, ...choice, scope }, '/query');
}

describe.each<{ scope: BoardChoice['scope']; needed: LocationName[]; optional: LocationName[] }>([
  { scope: 'global', needed: [], optional: [] },
  { scope: 'country', needed: ['country'], optional: [] },
  { scope: 'state', needed: ['state'], optional: ['country'] },
  { scope: 'city', needed: ['city'], optional: ['country', 'state'] },
])('the scope $scope', ({ scope, needed, optional }) => {
  it('has a fault for each location that it lacks or does not use, and no other', () => {
    fc.assert(
      fc.property(fc.subarray(names), (given) => {
        const expected = names.flatMap((name) => {
          const pointer = `/query/${name}`;
          if (needed.includes(name)) return given.includes(name) ? [] : [[pointer, 'required']];
          const isUseless = given.includes(name) && !optional.includes(name);
          return isUseless ? [[pointer, 'not_with_scope']] : [];
        });
        const faults = faultsOf(scope, given);
        expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual(expected);
      }),
    );
  });
});

it('says of a location what to send instead', () => {
  expect(faultsOf('state', ['country', 'city']).map(({ detail }) => detail)).toEqual([
    'The scope state needs state. Send it, or choose another scope.',
    'The scope state has no use for city. Leave it out, or choose another scope.',
  ]);
});

describe('the board of a choice', () => {
  it('is of everybody in the world, where nothing narrows it', () => {
    expect(toBoard(everybody)).toEqual({
      sport: 'pickleball',
      bracket: 'doubles-35+',
      scope: 'global',
      country: null,
      state: null,
      city: null,
      genders: ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'],
      verified: [true, false],
      minGames: 3,
      exceptions: '{}',
    });
  });

  it('is the same however the city is spelt', () => {
    const board = toBoard({ ...everybody, scope: 'city', ...locations });
    expect(board).toEqual(toBoard({ ...everybody, scope: 'city', ...locations, city: 'SAN JOSE' }));
    expect(board).toMatchObject({ country: 'US', state: 'TX', city: 'san jose' });
  });

  it('has only those of the gender, and only who is verified, where that is asked', () => {
    const board = toBoard({ ...everybody, gender: 'FEMALE', verifiedOnly: true });
    expect(board).toMatchObject({ genders: ['FEMALE'], verified: [true] });
  });
});
