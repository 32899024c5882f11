import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';

// The tables that keep a match permanently. Updates and deliveries expire.
const tablesOfMatch = new Set([
  ...['match', 'match_participant', 'match_status', 'match_fingerprint'],
  ...['player_state', 'rating_change'],
]);

interface TableSize {
  name: string;
  /** As PostgreSQL last estimated. Null until it has. */
  rows: number | null;
  bytes: number;
  indexBytes: number;
}

interface IndexSize {
  name: string;
  table: string;
  bytes: number;
}

interface Storage {
  databaseBytes: number;
  /** Null until PostgreSQL has counted the matches. */
  bytesPerMatch: number | null;
  tables: TableSize[];
  indexes: IndexSize[];
}

/** Every table, and the table that it is a partition of or else itself. */
const relations = sql`
  select oid, relname, coalesce(pg_partition_root(oid), oid::regclass)::text as root,
    case when relkind = 'r' and reltuples >= 0 then reltuples end as rows
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
`;

/** Reads the sizes of tables and indexes, the largest first. Partitions count as part of their table. */
export async function readStorage(database: Database): Promise<Storage> {
  const { rows: tables } = await sql<TableSize>`
    select
      root as name, sum(rows)::bigint as rows,
      sum(pg_table_size(oid))::bigint as bytes, sum(pg_indexes_size(oid))::bigint as "indexBytes"
    from (${relations}) as relation
    group by root
    order by sum(pg_total_relation_size(oid)) desc, root
  `.execute(database);
  const { rows: indexes } = await sql<IndexSize>`
    select
      -- The name of a partition's index begins with that of the partition.
      regexp_replace(indexrelid::regclass::text, '^' || relname, root) as name, root as table,
      sum(pg_table_size(indexrelid))::bigint as bytes
    from (${relations}) as relation join pg_index on indrelid = relation.oid
    group by 1, 2
    order by bytes desc, name
  `.execute(database);
  const { rows: sizes } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes
  `.execute(database);
  return {
    databaseBytes: Number(sizes[0]?.bytes),
    bytesPerMatch: bytesPerMatch(tables),
    tables,
    indexes,
  };
}

function bytesPerMatch(tables: readonly TableSize[]): number | null {
  const matches = tables.find(({ name }) => name === 'match')?.rows ?? 0;
  if (matches === 0) return null;
  const sizes = tables
    .filter(({ name }) => tablesOfMatch.has(name))
    .map(({ bytes, indexBytes }) => bytes + indexBytes);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / matches);
}
