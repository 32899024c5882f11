import { sql } from 'kysely';
import { unpackFloats } from '../../platform/database/copy/column-types.ts';
import type { Database } from '../../platform/database/schema.ts';
import { bracketsOf, lettersOf } from '../store/bracket-letters.ts';

interface BracketNumbers {
  brackets: string[];
  /** Five for each bracket (`../domain/packed-numbers.ts`). */
  numbers: Float64Array;
}

interface Which {
  memberId?: string;
  matchId?: string;
}

/** Changes stored states, so that they differ from the ledger: all of them, or those of a player or match. */
export async function changeStates(
  database: Database,
  change: (state: BracketNumbers) => BracketNumbers,
  { memberId, matchId }: Which = {},
): Promise<void> {
  const rows = await database
    .selectFrom('player_state')
    .select(['state_order', 'brackets', 'numbers'])
    .$if(memberId !== undefined, (query) =>
      query.where('member_number', '=', memberNumber(memberId ?? '')),
    )
    .$if(matchId !== undefined, (query) => query.where('arrival', '=', arrivalOf(matchId ?? '')))
    .execute();
  for (const row of rows) {
    const stored = { brackets: [...bracketsOf(row.brackets)], numbers: unpackFloats(row.numbers) };
    const { brackets, numbers } = change(stored);
    await database
      .updateTable('player_state')
      .set({ brackets: lettersOf(brackets), numbers: packed(numbers) })
      .where('state_order', '=', row.state_order)
      .execute();
  }
}

/** SQL for the number of a member. */
export const memberNumber = (memberId: string) =>
  sql<number>`(select member_number from member where id = ${memberId})`;

/** SQL for the arrival of a match. */
export const arrivalOf = (matchId: string) =>
  sql<number>`(select arrival from match where id = ${matchId})`;

function packed(numbers: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * numbers.length));
  for (const [index, number] of numbers.entries()) view.setFloat64(8 * index, number);
  return new Uint8Array(view.buffer);
}
