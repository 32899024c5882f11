import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import {
  type AnswerDependencies,
  denyResult,
  disputeResult,
  type ResultAnswer,
} from './answer-result.ts';
import type { AnswerOutcome } from './domain/corrections.ts';
import { matchOf } from './testing/batches.ts';
import { openClub } from './testing/story.ts';
import { play, takeBack } from './testing/voids.ts';

type Respond = (dependencies: AnswerDependencies, answer: ResultAnswer) => Promise<AnswerOutcome>;

/**
 * Begins work one after the other, each once all before it wait for a lock: the first of them, with all it has
 * written but for its audit entry, for this one.
 */
async function meet<Outcome>(
  database: Database,
  work: readonly (() => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const { outcomes } = await database.transaction().execute(async (transaction) => {
    await sql`lock table audit_entry in share mode`.execute(transaction);
    const begun: Promise<Outcome>[] = [];
    for (const run of work) {
      begun.push(run());
      await untilBlocked(database, begun.length);
    }
    return { outcomes: Promise.all(begun) };
  });
  return await outcomes;
}

async function openMatch({ isConfirmed }: { isConfirmed: boolean }) {
  const { database, club, mike, priya } = await openClub('postgres');
  if (!isConfirmed) {
    const update = database.updateTable('connection').set({ scopes: ['user:profile:read'] });
    await update.where('member_id', '=', mike.id).execute();
  }
  const matchId = (await play(club, matchOf('final', [[mike], [priya]])))('final');
  const statusOf = async () =>
    await database.selectFrom('match_status').select('status').executeTakeFirstOrThrow();
  return { database, club, answer: { memberId: mike.id, matchId }, statusOf };
}

it.each<[string, Respond, boolean]>([
  ['denial', denyResult, false],
  ['dispute', disputeResult, true],
])('the same %s sent twice at once is recorded once', async (_, respond, isConfirmed) => {
  const { database, club, answer, statusOf } = await openMatch({ isConfirmed });
  const send = async () => await respond(club.dependencies, answer);
  expect(await meet(database, [send, send])).toEqual([{ kind: 'recorded' }, { kind: 'unchanged' }]);
  expect(await statusOf()).toEqual({ status: 'disputed' });
});

it.each<[string, Respond, boolean]>([
  ['denial', denyResult, false],
  ['dispute', disputeResult, true],
])('a %s during a void leaves the match voided', async (_, respond, isConfirmed) => {
  const { database, club, answer, statusOf } = await openMatch({ isConfirmed });
  const takeItBack = async () => {
    await takeBack(club, answer.matchId);
  };
  const send = async () => await respond(club.dependencies, answer);
  expect(await meet<unknown>(database, [takeItBack, send])).toEqual([
    undefined,
    { kind: 'voided' },
  ]);
  expect(await statusOf()).toEqual({ status: 'voided' });
});
