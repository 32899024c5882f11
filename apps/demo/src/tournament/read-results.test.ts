import { describe, expect, it } from 'vitest';
import { readResults } from './read-results.ts';

const EVENT = 'Courtside Open';
const read = (text: string) => readResults(text, EVENT);
const matchesOf = (text: string) => read(text).lines.map(({ match }) => match);
const identifiersOf = (text: string) => matchesOf(text).map(({ identifier }) => identifier);

const howToWrite = 'write it as "Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6".';
const refused = [`Line 1: ${howToWrite}`];

describe('a line of results', () => {
  it('is read as its players and games, of doubles too', () => {
    expect(matchesOf('Ana Maria Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6')).toEqual([
      {
        identifier: expect.stringMatching(/^courtside-[0-9a-f]{32}$/),
        teams: [
          [
            { firstName: 'Ana Maria', lastName: 'Ruiz' },
            { firstName: 'Bo', lastName: 'Li' },
          ],
          [
            { firstName: 'Cy', lastName: 'Day' },
            { firstName: 'Di', lastName: 'Eng' },
          ],
        ],
        games: [{ scores: [11, 8] }, { scores: [11, 6] }],
      },
    ]);
  });

  it.each(['v', 'v.', 'vs', 'vs.', 'VS', 'against'])('has "%s" between its teams', (word) => {
    expect(matchesOf(`Ana Ruiz ${word} Cy Day 11-8`)).toMatchObject([
      {
        teams: [[{ firstName: 'Ana', lastName: 'Ruiz' }], [{ firstName: 'Cy', lastName: 'Day' }]],
      },
    ]);
  });

  it.each(['11-8 6-11 11-9', '11-8, 6-11, 11-9', '11-8,6-11,11-9', '11 - 8  6 -11\t11- 9,'])(
    'has its games as in "%s"',
    (scores) => {
      expect(matchesOf(`Ana Ruiz vs Cy Day ${scores}`)).toMatchObject([
        { games: [{ scores: [11, 8] }, { scores: [6, 11] }, { scores: [11, 9] }] },
      ]);
    },
  );

  it('may name somebody by one name', () => {
    expect(matchesOf('Pelé vs Cy Day 6-4')).toMatchObject([
      { teams: [[{ firstName: 'Pelé', lastName: 'Pelé' }], [{ firstName: 'Cy' }]] },
    ]);
  });

  it('may be one of many, with lines between them that are empty', () => {
    const { lines, faults } = read('Ana vs Bo 11-8\r\n\r\n  \n  Cy  vs Di\t11-6  \r\n');
    expect(lines.map(({ text }) => text)).toEqual(['Ana vs Bo 11-8', 'Cy vs Di 11-6']);
    expect(faults).toEqual([]);
  });

  it('may have 500 characters and no more', () => {
    const end = ' vs Bo 11-8';
    const longest = 'A'.repeat(500 - end.length) + end;
    expect(read(longest).faults).toEqual([]);
    expect(read(`A${longest}`)).toEqual({
      lines: [],
      faults: ['Line 1: write at most 500 characters, one match a line.'],
    });
  });
});

describe('a line that cannot be read is a fault', () => {
  it.each([
    ['without a word between the teams', 'Ana Ruiz Cy Day 11-8'],
    ['without a score', 'Ana Ruiz vs Cy Day'],
    ['without a second team', 'Ana Ruiz vs 11-8'],
    ['of half a game', 'Ana Ruiz vs Cy Day 11-8 11'],
    ['of scores too high for any game', 'Ana Ruiz vs Cy Day 1100-8'],
    ['of games with nothing between them', 'Ana Ruiz vs Cy Day 11-811-6'],
    ['that goes on after its scores', 'Ana Ruiz vs Cy Day 11-8 on court 3'],
  ])('%s', (_, line) => {
    expect(read(line)).toEqual({ lines: [], faults: refused });
  });

  it('with its number, beside what could be read', () => {
    const { lines, faults } = read('Ana vs Bo 11-8\nnobody at all\nCy vs Di 11-6');
    expect(lines).toHaveLength(2);
    expect(faults).toEqual([`Line 2: ${howToWrite}`]);
  });

  // An expression that can read such a line in several ways tries them all, which takes hours.
  it.each([
    ['games that could be divided anywhere', `a vs b 1${'-1111'.repeat(80)}-`],
    ['games and no end', `a vs b ${'1-1 , '.repeat(80)}x`],
    ['teams without end', `a${' vs b'.repeat(90)}`],
    ['spaces', `a${' '.repeat(20_000)}vs${' '.repeat(20_000)}b${' '.repeat(20_000)}x`],
    ['nothing but digits', '1'.repeat(100_000)],
  ])('that is written to be searched for long: %s', (_, line) => {
    expect(read(line)).toEqual({ lines: [], faults: [expect.stringMatching(/^Line 1: write /)] });
  });
});

describe('the identifier of a match', () => {
  it('is the same when it is read again, however it is spaced and spelled', () => {
    const [first, ...others] = identifiersOf(
      [
        'José Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6',
        '  José  Ruiz&Bo Li   against Cy Day & Di Eng 11 - 8, 11-6',
        'jose\u0301 ruiz & BO LI v cy day & di eng 11-8,11-6',
      ].join('\n'),
    );
    expect(first).toBeDefined();
    expect(others).toEqual([first, first]);
    expect(identifiersOf('José Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6')).toEqual([first]);
  });

  const long = (name: string) => `${name} ${'von der Au '.repeat(9)}Lang`;

  it.each([
    ['names in Cyrillic', 'Анна Иванова vs Олег Петров 11-8', 'Мария Орлова vs Иван Котов 11-8'],
    ['names in Chinese', '王 伟 vs 李 娜 11-8', '张 敏 vs 刘 洋 11-8'],
    ['an accent', 'Jose Ruiz vs Cy Day 11-8', 'José Ruiz vs Cy Day 11-8'],
    [
      'scores after long names',
      `${long('Ana')} vs ${long('Bo')} 11-8`,
      `${long('Ana')} vs ${long('Bo')} 11-6`,
    ],
    ['who is in which team', 'Ana & Bo vs Cy & Di 11-8', 'Ana & Cy vs Bo & Di 11-8'],
    ['where a name ends', 'Ana Li & Bo vs Cy 11-8', 'Ana & Li Bo vs Cy 11-8'],
  ])('is another where the match differs by %s', (_, one, other) => {
    const identifiers = identifiersOf(`${one}\n${other}`);
    expect(identifiers).toHaveLength(2);
    expect(new Set(identifiers).size).toBe(2);
  });

  it('is another at another event', () => {
    const line = 'Ana Ruiz vs Cy Day 11-8';
    const [of] = readResults(line, 'Courtside Open').lines;
    const [other] = readResults(line, 'Winter Cup').lines;
    expect(of?.match.identifier).not.toBe(other?.match.identifier);
  });
});
