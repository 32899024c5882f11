/**
 * Compares the time to write an answer without its undeclared fields with the time of `JSON.stringify`: for a member
 * without undeclared fields, which is the usual case, and for a member from a database row, which has some.
 */
import { reportFigure } from '@partner-rating/figures';
import { jsonWriter } from '../src/reply/json-writer.ts';
import { median } from './median.ts';
import { member } from './member.ts';

const isShort = process.argv.includes('--short');
const rounds = isShort ? 3 : 300;
const answersPerRound = 1000;
const write = jsonWriter({ $ref: '#/components/schemas/Member' });
const text = JSON.stringify(member);
const members = Array.from({ length: 64 }, () => JSON.parse(text) as object);
const rows = members.map((one) => ({ ...one, passwordHash: '$argon2id$', rowId: 1 }));

function time(writeOne: (body: unknown) => string, bodies: readonly object[]): number {
  const start = performance.now();
  for (let count = 0; count < answersPerRound; count += 1) {
    if (writeOne(bodies[count % bodies.length]).length !== text.length) {
      throw new Error('The answer should be the member.');
    }
  }
  return performance.now() - start;
}

const ofMembers: number[] = [];
const ofRows: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const plain = time(JSON.stringify, members);
  ofMembers.push(time(write, members) / plain);
  ofRows.push(time(write, rows) / plain);
}
const run = { benchmark: 'answer', isShort };
const without = 'member without undeclared fields: writing it / JSON.stringify';
reportFigure({ name: without, value: median(ofMembers), goal: { atMost: 1.2 } }, run);
const withSome = 'member with undeclared fields: writing it / JSON.stringify';
reportFigure({ name: withSome, value: median(ofRows), goal: { atMost: 4 } }, run);
