import { describe, expect, it } from 'vitest';
import { BrokenLinesError, readMatches } from './read-matches.ts';
import { linesOf, matchLine } from './testing/match-lines.ts';

const read = (...lines: readonly string[]) => readMatches([linesOf('club.ndjson', ...lines)]);

describe('reading matches', () => {
  it('reads a line of the contract, where winScore and winBy of a game override those of the match', async () => {
    const games = [{ scores: [11, 7] }, { scores: [13, 15], winScore: 15, identifier: 'second' }];
    const { log } = await read(matchLine({ games, event: 'Open', matchType: 'DOUBLES' }));
    expect(log.at(0).games).toEqual([
      { scores: [11, 7], winScore: 11, winBy: 2 },
      { scores: [13, 15], winScore: 15, winBy: 2 },
    ]);
  });

  it('skips empty lines, and accepts the line ends of every system', async () => {
    const { log } = await read(
      '',
      `${matchLine()}\r`,
      '  ',
      matchLine({ teams: [['ann'], ['cem']] }),
      '',
    );
    expect(log.matches).toBe(2);
  });

  it('reads several files as one stream', async () => {
    const { log } = await readMatches([
      linesOf('b.ndjson', matchLine({ identifier: 'late', matchDate: '2026-03-01T00:00:00Z' })),
      linesOf('a.ndjson', matchLine({ identifier: 'early', matchDate: '2026-02-01T00:00:00Z' })),
    ]);
    expect([...log.playedOrder()]).toEqual([1, 0]);
  });

  it('counts a match once, under any identifier and in any order of teams', async () => {
    const { log, listedTwice } = await readMatches([
      linesOf('a.ndjson', matchLine()),
      linesOf(
        'b.ndjson',
        matchLine({
          identifier: 'other',
          teams: [['bob'], ['ann']],
          games: [{ scores: [7, 11] }],
        }),
      ),
    ]);
    expect([log.matches, listedTwice]).toEqual([1, 1]);
  });

  it('counts matches of other players, days or scores separately, also under one identifier', async () => {
    const { log, listedTwice } = await read(
      matchLine(),
      matchLine({ teams: [['ann'], ['cem']] }),
      matchLine({ matchDate: '2026-01-02T00:00:00Z' }),
      matchLine({ games: [{ scores: [11, 8] }] }),
      matchLine({ outcome: 'walkover', games: [] }),
      matchLine({ identifier: 'other', outcome: 'walkover', games: [] }),
    );
    expect([log.matches, listedTwice]).toEqual([4, 0]);
  });

  it('distinguishes players whose names have a comma, a colon or a semicolon', async () => {
    const { log, listedTwice } = await read(
      matchLine({
        teams: [
          ['a,b', 'c'],
          ['d', 'e'],
        ],
      }),
      matchLine({
        teams: [
          ['a', 'b,c'],
          ['d', 'e'],
        ],
      }),
      matchLine({ teams: [['a:11;b'], ['c']] }),
      matchLine({ teams: [['a'], ['b:11;c']] }),
    );
    expect([log.matches, listedTwice]).toEqual([4, 0]);
  });

  it('accepts a file that begins with a byte order mark', async () => {
    expect((await read(`\uFEFF${matchLine()}`)).log.matches).toBe(1);
  });

  it('accepts scores to a cap, to the clock, and level ones', async () => {
    const games = [
      [30, 29],
      [5, 3],
      [7, 7],
    ].map((scores) => ({ scores }));
    expect((await read(matchLine({ games }))).log.games).toBe(3);
  });

  it('counts the finished games of a stopped match, and none of a walkover', async () => {
    const games = [{ scores: [11, 7] }, { scores: [4, 9] }];
    const { log, notRated } = await read(
      matchLine({ games, outcome: 'retired' }),
      matchLine({ identifier: 'walkover', outcome: 'walkover', games: undefined }),
    );
    expect([log.matches, log.games, notRated]).toEqual([1, 1, 1]);
    expect(log.at(0)).toMatchObject({ isFinished: false, games: [{ scores: [11, 7] }] });
  });

  it('counts the leader of a timed game as its winner, and a drawn match as level', async () => {
    const { log } = await read(
      matchLine({ games: [{ scores: [8, 5] }], outcome: 'timed' }),
      matchLine({ identifier: 'level', games: [{ scores: [7, 7] }], outcome: 'drawn' }),
    );
    expect([log.at(0).games[0]?.scores, log.at(1).games[0]?.scores]).toEqual([
      [8, 5],
      [7, 7],
    ]);
  });

  it.each([
    ['without games that is not a walkover', matchLine({ games: [] }), '/games: Give the games'],
    ['that is not JSON', '{"identifier":', 'This is not JSON. Give one match a line.'],
    ['that is not a match', '[]', 'This must be an object.'],
    [
      'without a field',
      matchLine({ matchDate: undefined }),
      '/matchDate: `matchDate` is missing. Send it.',
    ],
    ['with an unknown field', matchLine({ umpire: 'eve' }), '/umpire: `umpire` is unknown here.'],
    ['of an unknown sport', matchLine({ sport: 'chess' }), '/sport: '],
    [
      'with an unknown format of a game',
      matchLine({ games: [{ scores: [11, 7] }, { scores: [11, 7], format: 'set' }] }),
      '/games/1/format: There is no format set; there are pickleball-11, ',
    ],
    [
      'with an unknown format of its games',
      matchLine({ winScore: undefined, winBy: undefined, format: 'set' }),
      '/format: There is no format set; there are pickleball-11, ',
    ],
    [
      'with a name that is too long',
      matchLine({ teams: [['a'.repeat(65)], ['b']] }),
      '/teams/0/0: ',
    ],
    ['with an impossible date', matchLine({ matchDate: '2026-02-30T00:00:00Z' }), '/matchDate: '],
    [
      'with a score missing',
      matchLine({ games: [{ scores: [11] }] }),
      '/games/0/scores: Give one score for each team',
    ],
    [
      'with teams of two sizes',
      matchLine({ teams: [['a', 'b'], ['c']] }),
      '/teams/1: Give every team the same number of players; the first has 2.',
    ],
    [
      'with a player twice',
      matchLine({ teams: [['a'], ['a']] }),
      '/teams: a plays twice in this match.',
    ],
  ])('names a line %s by its file and number', async (_, line, error) => {
    const reading = read(matchLine(), line);
    await expect(reading).rejects.toThrow(BrokenLinesError);
    await expect(reading).rejects.toThrow(`club.ndjson:2: ${error}`);
  });

  it('names several invalid lines, and stops if there are many', async () => {
    const broken = (count: number) => Array.from({ length: count }, () => '{}');
    const namedIn = async (count: number) => {
      const error: unknown = await read(...broken(count)).catch((thrown: unknown) => thrown);
      return String(error);
    };
    expect(await namedIn(2)).toMatch(/club\.ndjson:1: [\s\S]*club\.ndjson:2: /);
    expect((await namedIn(1_000)).split('\n')).toHaveLength(22);
  });

  it('reports how many lines it has read', async () => {
    const lines = Array.from({ length: 20_001 }, (_, index) =>
      matchLine({ teams: [['ann'], [`opponent ${index}`]] }),
    );
    const reported: number[] = [];
    await readMatches([linesOf('large', ...lines)], (count) => reported.push(count));
    expect(reported).toEqual([10_000, 20_000]);
  });
});
