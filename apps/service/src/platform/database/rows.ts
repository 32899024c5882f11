import { type RawBuilder, sql } from 'kysely';

type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'double precision'
  | 'integer'
  | 'jsonb'
  | 'smallint'
  | 'text'
  | 'text[]'
  | 'timestamptz';

/**
 * Returns rows as a table of a statement, with these of their columns: `insert into rating (sport, games) select * from
 * ${tableOf('item', rows, { sport: 'text', games: 'integer' })}`. This is how the service writes many rows (decision 7).
 * They are one parameter, so the statement has the same text for any number of rows.
 */
export function tableOf<Row extends object>(
  alias: string,
  rows: readonly Row[],
  columns: Partial<Record<keyof Row & string, ColumnType>>,
): RawBuilder<unknown> {
  const definitions = Object.entries(columns).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(String(type))}`,
  );
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as ${sql.ref(alias)} (${sql.join(definitions)})`;
}
