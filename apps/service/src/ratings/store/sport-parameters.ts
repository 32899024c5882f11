import type { ParameterRow } from '@partner-rating/ratings';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** The rows of a sport that an operator chose; what a row lacks is the release's, and all of it where it is null. */
export interface ChosenRows {
  singles: Partial<ParameterRow> | null;
  doubles: Partial<ParameterRow> | null;
}

/** The rows of a sport in which they are not those of the release. */
export interface SportParametersRow extends ChosenRows {
  sport: string;
}

/** A choice of an operator. */
export interface ParameterChoice extends SportParametersRow {
  number: number;
  /** What undoing it returns to; null for the parameters of the release. */
  previous: number | null;
  createdAt: Date;
  /** Null as long as the ratings do not follow from it. */
  usedSince: Date | null;
}

/** SQL for what each sport follows from that an operator has chosen parameters for. */
export const parametersInUse = `
  select distinct on (sport) sport, singles, doubles, loss_per_day from sport_parameters
  where used_since is not null
  order by sport, number desc`;

/**
 * The parameters that the ratings of each sport follow from, as far as they are not those of the release.
 * @param settlement One that rates by what was chosen for it, though it is not in use yet; null for none.
 */
export async function findParameters(
  database: Database,
  settlement: number | null = null,
): Promise<SportParametersRow[]> {
  const { rows } = await sql<SportParametersRow>`
    select distinct on (sport) sport, singles, doubles from sport_parameters
    where used_since is not null or settlement = ${settlement}::bigint
    order by sport, number desc
  `.execute(database);
  return rows;
}

const choiceColumns = [
  'number',
  'sport',
  'singles',
  'doubles',
  'previous',
  'created_at as createdAt',
  'used_since as usedSince',
] as const;

/** What operators chose for a sport, the latest first. */
export async function findChoices(database: Database, sport: string): Promise<ParameterChoice[]> {
  return await database
    .selectFrom('sport_parameters')
    .select(choiceColumns)
    .where('sport', '=', sport)
    .orderBy('number', 'desc')
    .execute();
}

export interface NewChoice extends SportParametersRow {
  lossPerDay: number | null;
  previous: number | null;
  createdAt: Date;
}

/** Stores a choice, of which there may be one at a time that is not in use yet. */
export async function insertChoice(
  transaction: DatabaseTransaction,
  { sport, singles, doubles, lossPerDay, previous, createdAt }: NewChoice,
): Promise<number> {
  const json = (row: ChosenRows['singles']) => (row === null ? null : JSON.stringify(row));
  const { number } = await transaction
    .insertInto('sport_parameters')
    .values({
      sport,
      singles: json(singles),
      doubles: json(doubles),
      loss_per_day: lossPerDay,
      previous,
      created_at: createdAt,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Has a settlement of everybody rate by the choice that waits for one. */
export async function takeChoice(
  transaction: DatabaseTransaction,
  sport: string,
  settlement: number,
): Promise<void> {
  await transaction
    .updateTable('sport_parameters')
    .set({ settlement })
    .where('sport', '=', sport)
    .where('used_since', 'is', null)
    .execute();
}

/** Has everybody rate by what a settlement has rated by. */
export async function useChoice(
  transaction: DatabaseTransaction,
  settlement: number,
  usedSince: Date,
): Promise<void> {
  await transaction
    .updateTable('sport_parameters')
    .set({ used_since: usedSince })
    .where('settlement', '=', settlement)
    .where('used_since', 'is', null)
    .execute();
}
