import { sql } from 'kysely';
import { sequenceFloor } from '../../platform/database/incarnation.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/** Moves each member's sequence on by its count and gives the last number taken. */
export async function advanceSequences(
  transaction: DatabaseTransaction,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (counts.size === 0) return new Map();
  // Rows are locked in the order of their id: two batches with the same players cannot deadlock.
  const { rows } = await sql<{ member_id: string; sequence: number }>`
    with base as (select ${sequenceFloor} as number)
    insert into member_sequence (member_id, sequence)
    select member_id, number + count
    from base
    cross join unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[])
      as taken (member_id, count)
    order by member_id
    on conflict (member_id)
      do update set sequence = excluded.sequence + greatest(
        member_sequence.sequence - (select number from base), 0
      )
    returning member_id, sequence
  `.execute(transaction);
  return new Map(rows.map((row) => [row.member_id, row.sequence]));
}
