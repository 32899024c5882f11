import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

/**
 * The revision of the model that the ratings follow from; where there are none yet, it is the one given
 * from now on.
 */
export async function findModelRevision(database: Database, current: number): Promise<number> {
  const stored = await readRevision(database);
  if (stored !== undefined) return stored;
  await sql`
    insert into rating_model (revision) select ${current}::integer
    where not exists (select from match)
    on conflict (single) do nothing
  `.execute(database);
  return (await readRevision(database)) ?? current;
}

async function readRevision(database: Database): Promise<number | undefined> {
  const row = await database.selectFrom('rating_model').select('revision').executeTakeFirst();
  return row?.revision;
}

/** Notes that all ratings follow from a model. */
export async function setModelRevision(database: Database, revision: number): Promise<void> {
  await database
    .insertInto('rating_model')
    .values({ single: true, revision })
    .onConflict((conflict) => conflict.column('single').doUpdateSet({ revision }))
    .execute();
}
