import fc from 'fast-check';

/** A batch that a partner could send, valid or invalid. Players are indexes of a list. */
export interface AnyBatch {
  matches: Record<string, unknown>[];
  [field: string]: unknown;
}

const UNKNOWN_PLAYER = '99999999';

const usually = <Value>(valid: fc.Arbitrary<Value>, ...others: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    { weight: 50 * others.length, arbitrary: valid },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );

const anyGame = (teams: number) =>
  fc.record(
    {
      scores: usually(
        fc
          .record({ winner: fc.nat(teams - 1), loss: fc.nat(9) })
          .map(({ winner, loss }) =>
            Array.from({ length: teams }, (_, team) => (team === winner ? 11 : loss)),
          ),
        fc.array(fc.nat(12), { minLength: teams, maxLength: teams }),
        fc.constant([11]),
        fc.constant([11, -1]),
        fc.constant(['11', 4]),
      ),
      winScore: usually(fc.constant(11), fc.constant(15), fc.constant(0)),
      winBy: fc.constantFrom(1, 2),
      identifier: fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }),
    },
    { requiredKeys: ['scores'] },
  );

function anyMatch(players: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record({
      size: fc.constantFrom(1, 2),
      count: fc.constantFrom(2, 2, 3),
      order: fc.shuffledSubarray([...players], { minLength: players.length }),
      isInvalid: fc.nat(20).map((number) => number === 0),
    })
    .chain(({ size, count, order, isInvalid }) => {
      const valid = Array.from({ length: count }, (_, team) =>
        order.slice(team * size, team * size + size),
      );
      const anyTeams = fc.array(
        fc.array(fc.constantFrom(...players, UNKNOWN_PLAYER), { minLength: 1, maxLength: 2 }),
        { minLength: 1, maxLength: 3 },
      );
      return fc.record(
        {
          // Few, so that matches are sent again and identifiers are taken.
          identifier: usually(
            fc.integer({ min: 1, max: 1_000 }).map((number) => `match-${number}`),
            fc.constant(''),
          ),
          teams: isInvalid ? anyTeams : fc.constant(valid),
          // An odd number, so that most matches are decided.
          games: fc
            .constantFrom(1, 3)
            .chain((length) => fc.array(anyGame(count), { minLength: length, maxLength: length })),
          outcome: usually(
            fc.constant('completed'),
            fc.constantFrom('retired', 'walkover', 'timed', 'drawn', 'abandoned', 'cancelled'),
          ),
          winner: usually(fc.constant(0), fc.nat(2), fc.constant('first')),
          sport: usually(fc.constantFrom('pickleball', 'padel'), fc.constant('croquet')),
          matchDate: usually(
            fc.constantFrom('2026-09-10T15:30:00Z', '2026-09-11T15:30:00+02:00'),
            fc.constant('2030-01-01T00:00:00Z'),
            fc.constant('yesterday'),
          ),
          event: usually(fc.constant('Café League'), fc.constant('NUL \u0000')),
        },
        { requiredKeys: ['identifier', 'teams', 'games'] },
      );
    })
    .chain(withWinner);
}

// Most matches were played to the end, and their games show the winner.
function withWinner({ winner, ...match }: Record<string, unknown>) {
  const isNeeded = match.outcome === 'retired' || match.outcome === 'walkover';
  const isSaid = fc.nat(40).map((number) => (number === 0) !== isNeeded);
  return isSaid.map((said) => (said && winner !== undefined ? { ...match, winner } : match));
}

/** Generates batches of these players: about half of them valid, the others with all kinds of errors. */
export function anyBatchOf(players: readonly string[]): fc.Arbitrary<AnyBatch> {
  return fc.record(
    {
      sport: usually(fc.constantFrom('pickleball', 'padel'), fc.constant('chess')),
      winScore: fc.constant(11),
      winBy: fc.constantFrom(1, 2),
      matches: fc.array(anyMatch(players), { minLength: 1, maxLength: 5 }),
      matchDate: fc.constantFrom('2026-09-12T15:30:00Z', '2026-09-12T10:30:00-05:00'),
      partial: usually(fc.boolean(), fc.constant('yes')),
      matchType: fc.constantFrom('SINGLES', 'ROUND_ROBIN'),
    },
    { requiredKeys: ['sport', 'winScore', 'winBy', 'matches'] },
  ) as fc.Arbitrary<AnyBatch>;
}
