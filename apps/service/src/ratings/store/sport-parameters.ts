import type { ParameterRow } from '@partner-rating/ratings';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** The rows that an operator chose for a sport. A missing field, or a row that is null, is the release's. */
export interface ChosenRows {
  singles: Partial<ParameterRow> | null;
  doubles: Partial<ParameterRow> | null;
}

/** The rows of a sport that differs from the release. */
export interface SportParametersRow extends ChosenRows {
  sport: string;
}

/** A choice of parameters by an operator. */
export interface ParameterChoice extends SportParametersRow {
  number: number;
  /** The choice that an undo returns to; null for the parameters of the release. */
  previous: number | null;
  createdAt: Date;
  /** Null while the ratings do not follow from it yet. */
  usedSince: Date | null;
}

/** SQL for the parameters in use of each sport for which an operator chose some. */
export const parametersInUse = `
  select distinct on (sport) sport, singles, doubles, loss_per_day from sport_parameters
  where used_since is not null
  order by sport, number desc`;

/**
 * Finds the parameters in use of each sport that differs from the release.
 * @param settlement Also those that were chosen for this settlement and are not in use yet; null for none.
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

/** Finds the choices for a sport, the latest first. */
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

/** Stores a choice. A sport can have only one choice that is not in use yet. */
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

/** Gives the waiting choice to a rebuild, which rates by it. */
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

/** Makes the parameters of a rebuild those in use. */
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
