/**
 * Compares the time to write an answer without its undeclared fields with the time of `JSON.stringify`: for a member
 * without undeclared fields, which is the usual case, and for a member from a database row, which has some.
 */
import { jsonWriter } from '../src/reply/json-writer.ts';
import { median } from './median.ts';
import { member } from './member.ts';

const rounds = process.argv.includes('--short') ? 3 : 300;
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
process.stdout.write(
  `member without undeclared fields: writing it / JSON.stringify: ${median(ofMembers).toFixed(2)} (at most 1.20)\n` +
    `member with undeclared fields: writing it / JSON.stringify: ${median(ofRows).toFixed(2)} (at most 4.00)\n`,
);
