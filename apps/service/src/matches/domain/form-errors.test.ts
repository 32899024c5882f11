import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { formErrors, MAX_PLAYERS, sizeErrors } from './form-errors.ts';

type Batch = Parameters<typeof formErrors>[0];

function errorsOf(batch: Batch): string[] {
  return formErrors(batch).map(({ code, pointer }) => `${code} ${pointer}`);
}

const games = [{ scores: [11, 7] }];

const byHand = { winScore: 11, winBy: 2 };

const format = 'squash-11';

describe('how a game is won', () => {
  testRows<[string, Batch]>([
    ['by the batch', { ...byHand, matches: [{ games }] }],
    ['by the batch, as a format', { format, matches: [{ games }] }],
    [
      'by each match',
      {
        matches: [
          { ...byHand, games },
          { format, games },
        ],
      },
    ],
    ['by each game', { matches: [{ games: [gameBy({ format }), gameBy(byHand)] }] }],
    ['by a match and its batch together', { winBy: 2, matches: [{ winScore: 15, games }] }],
    ['closer to the game than a format', { format, matches: [{ ...byHand, games }] }],
    ['by a format closer to the game than the scores', { ...byHand, matches: [{ format, games }] }],
    ['not at all, if no game was played', { matches: [{ outcome: 'walkover' }] }],
  ])('may be set by the batch, the match, or the game', (_, batch) => {
    expect(errorsOf(batch)).toEqual([]);
  });

  testRows<[string, Batch, ...string[]]>([
    ['not at all', { matches: [{ games }, { games }] }, 'required /winScore', 'required /winBy'],
    ['by half', { winScore: 11, matches: [{ games }] }, 'required /winBy'],
    ['twice by the batch', { ...byHand, format, matches: [{ games }] }, 'not_with_format /format'],
    [
      'twice by a match',
      { matches: [{ winBy: 2, format, games }] },
      'not_with_format /matches/0/format',
    ],
    [
      'twice by a game',
      { matches: [{ games: [gameBy({}), gameBy({ winScore: 15, format })], ...byHand }] },
      'not_with_format /matches/0/games/1/format',
    ],
    [
      'by half',
      { format, matches: [{ games: [gameBy({ winScore: 15 })] }] },
      'required /matches/0/games/0/winBy',
    ],
    [
      'by half by a match',
      { format, matches: [{ winBy: 1, games }] },
      'required /matches/0/winScore',
    ],
  ])('is an error if it is missing or set twice', (_, batch, ...expected) => {
    expect(errorsOf(batch)).toEqual(expected);
  });
});

function gameBy(rules: object) {
  return { scores: [11, 7], ...rules };
}

describe('a match without games', () => {
  it('is an error if it was played', () => {
    const outcomes = ['timed', 'retired', 'defaulted', 'abandoned', 'walkover'];
    const matches = [
      ...[{}, { games: [] }],
      ...outcomes.map((outcome) => ({ outcome })),
      { outcome: 'walkover', games: [] },
    ] as Batch['matches'];
    expect(errorsOf({ ...byHand, matches })).toEqual([
      ...['required /matches/0/games', 'minItems /matches/1/games', 'required /matches/2/games'],
    ]);
  });
});

describe('an error of form says what to send', () => {
  testRows<[Batch, string]>([
    [
      { ...byHand, matches: [{}] },
      'Give the games of the match. A match without games must have the outcome retired, walkover, defaulted, or abandoned.',
    ],
    [
      { ...byHand, format, matches: [{ games }] },
      'A format replaces winScore and winBy. Send either format, or winScore and winBy.',
    ],
    [
      { winBy: 2, matches: [{ games }] },
      'Say how a game is won: give both winScore and winBy, or a format, for the batch, the match, or the game.',
    ],
  ])('for every kind of error', (batch, detail) => {
    expect(formErrors(batch).map((error) => error.detail)).toEqual([detail]);
  });
});

const matches = (count: number, teams: number, players: number) =>
  Array.from({ length: count }, () => ({
    teams: Array.from({ length: teams }, () => Array.from({ length: players }, () => 'a player')),
  }));

describe('the players of a request', () => {
  testRows([
    ['a thousand doubles matches', matches(1_000, 2, 2)],
    ['a thousand matches of five a side', matches(1_000, 2, 5)],
    ['a league of 64 players, every week of three years', matches(156, 8, 8)],
    ['78 of the largest matches', matches(78, 16, 8)],
    ['exactly the maximum', matches(500, 2, 10)],
  ])('fit up to their limit', (_, sent) => {
    expect(sizeErrors(sent)).toEqual([]);
  });

  it('are too many above the maximum, and the error says where to split', () => {
    expect(sizeErrors([...matches(1, 16, 8), ...matches(1_000, 2, 5)])).toEqual([
      {
        ...{ pointer: '/matches', code: 'maxItems' },
        detail: `The matches have 10128 players, each counted in every match; the maximum is ${MAX_PLAYERS}. Send those from /matches/988 on in another request.`,
      },
    ]);
    const [full] = sizeErrors([...matches(500, 2, 10), ...matches(2, 2, 1)]);
    expect(full?.detail).toContain('Send those from /matches/500 on');
  });
});
