import { sports as allSports } from '@partner-rating/ratings';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

// The states and the history have a part for each sport and year (migration 0019-partitions).

const DAY = 24 * 60 * 60 * 1_000;

// The parts of a year exist this long before it begins, so the service may be unable to add them for days.
const AHEAD = 30 * DAY;

// Parts are never removed, so a process asks once for each sport and year.
const added = new WeakMap<Database, Set<string>>();

/** Adds the parts for matches of these sports that are rated now, if they are missing. */
export async function addParts(
  database: Database,
  sports: readonly string[],
  now: Date,
): Promise<void> {
  const year = new Date(now.getTime() + AHEAD).getUTCFullYear();
  const known = added.get(database) ?? new Set();
  added.set(database, known);
  for (const sport of new Set(sports)) {
    const part = `${sport} ${year}`;
    if (known.has(part)) continue;
    await sql`
      select
        add_rating_part('player_state', ${sport}, ${year}),
        add_rating_part('rating_change', ${sport}, ${year})
    `.execute(database);
    known.add(part);
  }
}

/** Adds the parts of the next year to the sports that have parts. */
export async function addNextParts(database: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ sport: string }>`
    select sport from unnest(${allSports}::text[]) as sport
    where to_regclass('player_state_' || replace(sport, '-', '_')) is not null
  `.execute(database);
  await addParts(
    database,
    rows.map(({ sport }) => sport),
    now,
  );
}
