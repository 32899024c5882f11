import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readResults } from './read-results.ts';

const EVENT = 'Courtside Open';
const read = (text: string) => readResults(text, EVENT);
const matchesOf = (text: string) => read(text).lines.map(({ match }) => match);
const identifiersOf = (text: string) => matchesOf(text).map(({ identifier }) => identifier);

const howToWrite = 'write it as "Ana Ruiz & Bo Li vs Cy Day & Di Eng 11-8 11-6".';
const refused = [`Line 1: ${howToWrite}`];

describe('a line of results', () => {
  it('becomes its players and games, also in doubles', () => {
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

  testRows(['v', 'v.', 'vs', 'vs.', 'VS', 'against'])('has a word between its teams', (word) => {
    expect(matchesOf(`Ana Ruiz ${word} Cy Day 11-8`)).toMatchObject([
      {
        teams: [[{ firstName: 'Ana', lastName: 'Ruiz' }], [{ firstName: 'Cy', lastName: 'Day' }]],
      },
    ]);
  });

  testRows(['11-8 6-11 11-9', '11-8, 6-11, 11-9', '11-8,6-11,11-9', '11 - 8  6 -11\t11- 9,'])(
    'has its games, however they are separated',
    (scores) => {
      expect(matchesOf(`Ana Ruiz vs Cy Day ${scores}`)).toMatchObject([
        { games: [{ scores: [11, 8] }, { scores: [6, 11] }, { scores: [11, 9] }] },
      ]);
    },
  );

  it('may name a player by one name', () => {
    expect(matchesOf('Pelé vs Cy Day 6-4')).toMatchObject([
      { teams: [[{ firstName: 'Pelé', lastName: 'Pelé' }], [{ firstName: 'Cy' }]] },
    ]);
  });

  it('may be one of several, with empty lines between them', () => {
    const { lines, errors } = read('Ana vs Bo 11-8\r\n\r\n  \n  Cy  vs Di\t11-6  \r\n');
    expect(lines.map(({ text }) => text)).toEqual(['Ana vs Bo 11-8', 'Cy vs Di 11-6']);
    expect(errors).toEqual([]);
  });

  it('may have 500 characters and no more', () => {
    const end = ' vs Bo 11-8';
    const longest = 'A'.repeat(500 - end.length) + end;
    expect(read(longest).errors).toEqual([]);
    expect(read(`A${longest}`)).toEqual({
      lines: [],
      errors: ['Line 1: write at most 500 characters, one match a line.'],
    });
  });
});

/** The names of both teams, and the scores. */
const briefly = (text: string) =>
  matchesOf(text).map(({ teams, games }) => ({
    teams: teams.map((team) => team.map(fullName).join(' & ')).join(' v '),
    games: (games ?? []).map(({ scores }) => scores.join('-')).join(' '),
  }));
/** A name without a suffix. */
const nameOf = (name: string) => {
  const [lastName = '', ...before] = name.split(' ').reverse();
  return { firstName: before.reverse().join(' ') || lastName, lastName };
};
const fullName = ({ firstName, lastName }: { firstName?: string; lastName?: string }) =>
  firstName === lastName ? lastName : `${firstName} ${lastName}`;

it('the reader of results accepts what organisers write', () => {
  const singles = 'Ana Ruiz v Cy Day';
  const doubles = 'Ana Ruiz & Bo Li v Cy Day & Di Eng';
  const lines: [line: string, teams: string, games: string][] = [
    ['Ana Ruiz vs Cy Day 7-6(5) 6-7 (3), [10-8]', singles, '7-6 6-7 10-8'],
    ['Ana Ruiz vs Cy Day 11–8 11—8 11‑8 11−8 11 – 8', singles, Array(5).fill('11-8').join(' ')],
    ['Ana Ruiz / Bo Li vs Cy Day/Di Eng 11-8', doubles, '11-8'],
    ['Ana Ruiz and Bo Li vs Cy Day AND Di Eng 11-8', doubles, '11-8'],
    ['(1) Ana Ruiz [USA] vs [2] Cy Day (WC) 11-8', singles, '11-8'],
    ['(1) Ana Ruiz [USA] & Bo Li (ESP) vs Cy Day[MEX] & Di Eng (3) 11-8', doubles, '11-8'],
    ['George V Ruiz vs Ana V. Li 11-8', 'George V Ruiz v Ana V. Li', '11-8'],
    ['George V Ruiz v Ana V. Li 11-8', 'George V Ruiz v Ana V. Li', '11-8'],
    ['Pelé vs Ana 11-8', 'Pelé v Ana', '11-8'],
    ["O'Neill/D’Arcy vs Oʼahu/Ta`ala 11-8", "O'Neill & D’Arcy v Oʼahu & Ta`ala", '11-8'],
    ['Ana Ruiz Jr. vs Cy Day III 11-8', 'Ana Ruiz Jr. v Cy Day III', '11-8'],
    ['Jean-Luc Núñez versus 王 伟 11-8', 'Jean-Luc Núñez v 王 伟', '11-8'],
  ];
  expect(lines.map(([line]) => [line, read(line).errors, briefly(line)])).toEqual(
    lines.map(([line, teams, games]) => [line, [], [{ teams, games }]]),
  );
  expect(matchesOf('Ana Ruiz Jr. vs Cy Day 11-8')[0]?.teams[0]).toEqual([
    { firstName: 'Ana', lastName: 'Ruiz Jr.' },
  ]);
});

it('a random line is read as the players and games from which it was written, or refused', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[A-ZÁÑØ][a-zéñß'’ʼ`-]{1,8}[a-z]$/),
    fc.constantFrom(
      'V',
      'V.',
      'J.',
      'de',
      'Ó',
      '王',
      'Team',
      'BYE',
      'Team 10-4',
      '10-4x',
      '2',
      'x(1)y',
      'A+B',
    ),
  );
  const player = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const team = fc.array(player, { minLength: 1, maxLength: 2 });
  const game = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }));
  const style = fc.record({
    between: fc.constantFrom(' vs ', ' v ', ' V ', ' v. ', ' VS. ', ' against ', ' - '),
    joint: fc.constantFrom(' & ', '/', ' / ', ' and ', '&', ' + '),
    dash: fc.constantFrom('-', '–', '—', '‑', '−', ' - ', ':'),
    before: fc.constantFrom('', '(1) ', '[12] ', '1. '),
    after: fc.constantFrom('', ' [USA]', '(ESP)', ' (Q)'),
    end: fc.constantFrom('', '(5)', ' ret.', ','),
  });
  let count = 0;
  fc.assert(
    fc.property(
      team,
      team,
      fc.array(game, { minLength: 1, maxLength: 3 }),
      style,
      (one, other, games, how) => {
        const written = [one, other].map((names) =>
          names.map((name) => `${how.before}${name}${how.after}`).join(how.joint),
        );
        const scores = games.map(([own, their]) => `${own}${how.dash}${their}`).join(' ');
        const line = `${written.join(how.between)} ${scores}${how.end}`;
        const { lines, errors } = read(line);
        expect(lines.length + errors.length).toBe(1);
        if (lines.length === 0) return;
        count += 1;
        expect(lines[0]?.match).toMatchObject({
          teams: [one, other].map((names) => names.map(nameOf)),
          games: (games ?? []).map((scores) => ({ scores })),
        });
      },
    ),
    { numRuns: 2_000 },
  );
  // Otherwise a reader that refuses every line would pass.
  expect(count).toBeGreaterThan(20);
});

describe('a line that cannot be read is refused', () => {
  it('with an error that shows the text that is not the name of a person', () => {
    const lines = [
      'Team 10-4 vs Cy Day 11-8',
      'Ana Ruiz vs Team 10-4 11-8',
      '1. Ana Ruiz vs Cy Day 11-8',
      'Ana Ruiz + Bo Li vs Cy Day & Di Eng 11-8',
      'Ana Ruiz vs BYE 11-0',
      'Ruiz, Ana vs Day, Cy 11-8',
    ];
    expect(lines.flatMap((line) => read(line).errors.map((error) => error.split(':')[1]))).toEqual([
      ' "Team 10-4" is not the name of a person',
      ' "Team" is not the name of a person',
      ' "1. Ana Ruiz" is not the name of a person',
      ' "Ana Ruiz + Bo Li" is not the name of a person',
      ' "BYE" is not the name of a person',
      ' "Ruiz, Ana" is not the name of a person',
    ]);
  });

  testRows([
    ['without a word between the teams', 'Ana Ruiz Cy Day 11-8'],
    ['with an initial that may be a word between teams', 'George V Ruiz 11-8'],
    ['with two words between teams', 'ana v ruiz v cy day 11-8'],
    ['of a tie-break in parentheses', 'Ana Ruiz vs Cy Day 6-4 3-6 (10-8)'],
    ['without a score', 'Ana Ruiz vs Cy Day'],
    ['without a second team', 'Ana Ruiz vs 11-8'],
    ['of half a game', 'Ana Ruiz vs Cy Day 11-8 11'],
    ['of scores too high for any game', 'Ana Ruiz vs Cy Day 1100-8'],
    ['of games with nothing between them', 'Ana Ruiz vs Cy Day 11-811-6'],
    ['that goes on after its scores', 'Ana Ruiz vs Cy Day 11-8 on court 3'],
  ])('with an error that says how to write a line', (_, line) => {
    expect(read(line)).toEqual({ lines: [], errors: refused });
  });

  it('with the number of the line, and the other lines are still read', () => {
    const { lines, errors } = read('Ana vs Bo 11-8\nnobody at all\nCy vs Di 11-6');
    expect(lines).toHaveLength(2);
    expect(errors).toEqual([`Line 2: ${howToWrite}`]);
  });

  // A regular expression that can match such a line in several ways would try all of them.
  testRows([
    ['games that could be divided anywhere', `a vs b 1${'-1111'.repeat(80)}-`],
    ['games and no end', `a vs b ${'1-1 , '.repeat(80)}x`],
    ['teams without end', `a${' vs b'.repeat(90)}`],
    ['spaces', `a${' '.repeat(20_000)}vs${' '.repeat(20_000)}b${' '.repeat(20_000)}x`],
    ['nothing but digits', '1'.repeat(100_000)],
  ])('even if it would make a regular expression backtrack for hours', (_, line) => {
    expect(read(line)).toEqual({ lines: [], errors: [expect.stringMatching(/^Line 1: write /)] });
  });
});

describe('the identifier of a match', () => {
  it('is the same for the same match with other spaces and spelling', () => {
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

  testRows([
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
  ])('differs if the match differs', (_, one, other) => {
    const identifiers = identifiersOf(`${one}\n${other}`);
    expect(identifiers).toHaveLength(2);
    expect(new Set(identifiers).size).toBe(2);
  });

  it('differs at another event', () => {
    const line = 'Ana Ruiz vs Cy Day 11-8';
    const [of] = readResults(line, 'Courtside Open').lines;
    const [other] = readResults(line, 'Winter Cup').lines;
    expect(of?.match.identifier).not.toBe(other?.match.identifier);
  });
});
