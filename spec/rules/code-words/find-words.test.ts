import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { findWords } from './find-words.ts';

const found = (source: string, file = 'apps/service/src/any.ts') =>
  findWords(file, source).map(({ line, word, use }) => [line, word, use]);

const mend = (line = 1) => [[line, 'mend', 'fix']];

describe('a word that has a better one is found, with its line and the word to use', () => {
  testRows([
    ['a variable', 'let a;\nlet mendAll;', mend(2)],
    ['a function', 'function mendAll() {}', mend()],
    ['a parameter', 'const f = (mend: number) => 1;', mend()],
    ['a property', 'interface A {\n  readonly mendIt: 1;\n}', mend(2)],
    ['a private field', 'class A { #mend = 1; }', mend()],
    ['a key', 'f({ mend: true });', mend()],
    ['a constant', 'const MEND_ALL = 1;', mend()],
    ['a type', 'type MendA = 1;', mend()],
    ['an alias', "import { a as mend } from 'a';", mend()],
    ['a destructured name', 'const { a: mend } = b;', mend()],
    ['a comment', 'f();\n// Mend it.\ng();', mend(2)],
    ['a documentation comment', '/**\n * To mend.\n */\nf();', mend(2)],
    ['the last comment', 'f();\n\n/* To mend. */\n', mend(3)],
    ['a comment that names a name', '// See `mendAll`.', mend()],
    ['a string', "f('Mend them.');", mend()],
    ['a string after an escape', "f('a\\nmend');", mend()],
    ['a template', `f(\`\${a}\nmend \${b}\`);`, mend(2)],
    ['a template after a value', `f(\`\${a} b \${b}\nmend\`);`, mend(2)],
    ['two lines', '// It was born\n// of a code.', [[1, 'born of', 'issued from']]],
  ])('wherever it stands in code', (_, source, findings) => {
    expect(found(source)).toEqual(findings);
  });

  testRows(['guide.md', 'page.eta', 'schema.yaml', 'ci.yml', 'page.css', 'errors.json'])(
    'in every kind of file',
    (file) => {
      expect(found('\n\nTo mend.\n', file)).toEqual(mend(3));
    },
  );

  testRows(['src/mend.ts', 'mend/any.ts', 'src/mend-errors.test.ts', 'src/Mend.yaml'])(
    'in the name of a file or folder',
    (file) => {
      expect(found('', file)).toEqual(mend());
    },
  );
});

describe('each of these words', () => {
  testRows([
    ['function inVoidTurn() {}', 'slot'],
    ['// Where its turn does not come.', 'slot'],
    ["import { setImmediate as nextTurn } from 'node:timers/promises';", 'yield'],
    ['const TURNS = 1;', 'slot'],
    ['interface CodePlace {}', 'position'],
    ['const ROWS_A_STEP = 1;', 'per batch'],
    ['function holdRatings() {}', 'lock'],
    ['function tryHoldVoids() {}', 'lock'],
    ['function shareRatings() {}', 'Shared'],
    ['function keepAnswer() {}', 'store'],
    ['const UPDATES_KEPT = 1;', 'store'],
    ['const MOST_KEYS = 1;', 'max'],
    ['const longestWait = 1;', 'max'],
    ['const largestBody = 1;', 'max'],
    ['const SMALLEST_PAGE = 1;', 'min'],
    ['const preset = 1;', 'default'],
    ['const patienceMilliseconds = 1;', 'timeout'],
    ['function spendCode() {}', 'consume'],
    ['function useRequest() {}', 'consume'],
    ["it('is refused, and the code is not spent');", 'consume'],
    ['function savingRatings() {}', 'query'],
    ['function tellAnswer() {}', 'record'],
    ['// Tells what happened.', 'describe'],
    ['function createSilenceWatch() {}', 'circuit breaker'],
    ['function gatherQuestions() {}', 'batch loader'],
    ['// See `gather-while-busy.ts`.', 'batch loader'],
    ['function shareLookUps() {}', 'single-flight'],
    ['function freeLeftClaims() {}', 'releaseStaleLeases'],
    ['function hastenDelivery() {}', 'expedite'],
    ["type Redelivery = 'at_once';", 'expedite'],
    ["type Redelivery = 'as_it_is';", 'noop'],
    ["type Redelivery = 'afresh';", 'requeue'],
    ['const birth = 1;', 'issuedFrom'],
    ['const stretch = 1;', 'bucket'],
    ['f(sql`select from standing_tally`);', 'bucket count'],
    ['const kindOf = 1;', 'segment'],
    ['function foldMoves() {}', 'delta'],
    ['const depths = 1;', 'distance from the top'],
    ['function findBearers() {}', 'matches'],
    ['interface BearerRow {}', 'candidate'],
    ['// The bearer of a name.', 'candidate'],
    ['f(sql`select bearer.name_order`);', 'candidate'],
    ['// Be it that it failed.', 'whether'],
    ['// Where none is to be had.', 'available'],
    ["it('has the rating of before');", 'earlier'],
    ['const rarest = 1;', 'most selective'],
    ['const pieces = 1;', 'trigram'],
    ['const words = 1;', 'token'],
    ['const effort = 1;', 'cost'],
    ['class Telling {}', 'recorder'],
    ['function openStage() {}', 'environment'],
    ['const cast = 1;', 'actors'],
    ['class StandIns {}', 'placeholder'],
    ['// The story in chapters.', 'scenario'],
    ['const aside = 1;', 'fork'],
    ['function openGround() {}', 'harness'],
    ['const wayOn = 1;', 'nextStep'],
    ['const hindrances = 1;', 'warning'],
    ['interface QueueCircumstances {}', 'context'],
    ['const figures = 1;', 'stats'],
    ['class PendingAnswer {}', 'ResponsePromise'],
    ['type AnswerWithResponse = 1;', 'WithResponse'],
    ['class ReadyAnswer {}', 'Response'],
    ["f('This link has lapsed.');", 'expire'],
    ["f('Store the sound matches.');", 'valid'],
  ])('has a finding that names the word to use', (source, use) => {
    const file =
      'tools/lab/examples/apps/service/src/oauth/webhooks/leaderboard/store/members/search/a.ts';
    expect(found(source, file)[0]?.[2]).toContain(use);
  });
});

describe('a good word is left alone', () => {
  testRows([
    ['a verb', '// Turns text into numbers; turn it off. In turn, and by return.'],
    ['a name that is used', 'mend.mend(mend, { mend });'],
    ['a name that is imported', "import { mend } from 'mend';"],
    ['a longer word', 'const amendment = 1, returned = 2, placeholder = 3, collapse = 4;'],
    ['the scheme of HTTP', "f({ authorization: 'Bearer x', keepAlive: true });"],
    [
      'a bearer token',
      "// A bearer token, sent as `Bearer`.\nconst bearerToken = 'Authorization: Bearer.';",
    ],
    ['a bound', 'const atMost = 1, atLeast = 2;'],
    ['a mark in place of another', '// `a` in place of `b`, which holds a lock and keeps nothing.'],
    ['a birth date', 'const birthDate = 1, birth_year = 2;'],
    ['what sets apart', '// Readers can tell cities of one name apart: `a` tells them apart.'],
    ['time', '// The time spent in SQL is spent waiting.'],
    ['a part of a path elsewhere', 'const kind = 1, words = 2, depth = 3, move = 4, stage = 5;'],
    ['a pattern', 'f(/mend/);'],
  ])('in each of its meanings', (_, source) => {
    expect(found(source)).toEqual([]);
  });
});
