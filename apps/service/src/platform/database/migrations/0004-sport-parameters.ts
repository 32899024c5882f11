import { type Kysely, sql } from 'kysely';
import { table } from '../schema/statements.ts';

const statements = [
  ...table(`
    -- The parameters that an operator chose for a sport. Those in use are the last ones that have used_since; a sport
    -- without any has those of the release.
    create table sport_parameters (
      -- The number of the choice. It is higher than that of any before.
      number bigint generated always as identity primary key,
      -- The sport, by its code.
      sport text not null,
      -- The row of singles, as JSON. What it lacks is the release's. Null if all of it is.
      singles jsonb,
      -- The row of doubles.
      doubles jsonb,
      -- What a day of absence costs in reliability, by the row of singles. Null if that is the release's.
      loss_per_day double precision,
      -- The choice that undoing it returns to. Null if that is the parameters of the release.
      previous bigint references sport_parameters,
      -- When the operator chose them.
      created_at timestamptz not null,
      -- The settlement that rates everybody by them. Null until it begins.
      settlement bigint,
      -- Since when the ratings of the sport follow from them. Null before.
      used_since timestamptz
    )`),
  `create unique index sport_parameters_chosen on sport_parameters (sport) where used_since is null`,
  `create index sport_parameters_used on sport_parameters (sport, number) where used_since is not null`,
];

/** Adds the parameters that operators choose for their sports. */
export async function addSportParameters(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
