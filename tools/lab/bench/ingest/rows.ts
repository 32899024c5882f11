import type { Schemas } from '@partner-rating/server';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { bracketsOf } from '@partner-rating/service/src/ratings/store/bracket-letters.ts';
import { CompiledQuery, sql } from 'kysely';

type Row = Record<string, unknown>;

/** A table that a batch writes to. The column `time` holds the time of the batch, by which its rows are found. */
interface WrittenTable {
  name: string;
  time: string;
  /** The columns that the database fills in. */
  generated: readonly string[];
}

const batches = { name: 'match_batch', time: 'created_at', generated: [] };
const matches = { name: 'match', time: 'created_at', generated: ['arrival'] };
const steps = { name: 'rating_change', time: 'changed_at', generated: ['change_order'] };
const ratings = { name: 'rating', time: 'updated_at', generated: [] };
const updates = {
  name: 'rating_update',
  time: 'changed_at',
  generated: ['transaction_id', 'position'],
};
const deliveries = {
  name: 'webhook_delivery',
  time: 'created_at',
  generated: ['delivery_order'],
};

/**
 * Returns the statements that store a batch with one statement for each row, as a program would that handles one match after
 * the other: it looks for the match and its players, stores the match, and moves one rating after the other. The stored rows
 * are the same in the end.
 */
export async function readRows(
  database: Database,
  batch: Schemas.MatchBatch,
  storedAt: Date,
): Promise<CompiledQuery[]> {
  const rowsOf = async ({ name, time }: WrittenTable) =>
    (
      await sql<Row>`select * from ${sql.table(name)} where ${sql.ref(time)} = ${storedAt}`.execute(
        database,
      )
    ).rows;
  const stored = (await rowsOf(matches)).toSorted((one, other) => order(one) - order(other));
  const stepsOf = Map.groupBy(await rowsOf(steps), ({ arrival }) => arrival);
  const { rows: members } = await sql<Row>`select id, member_number from member`.execute(database);
  const idOf = new Map(members.map(({ id, member_number }) => [Number(member_number), id]));
  const numberOf = new Map(members.map(({ id, member_number }) => [id, member_number]));
  const ratingOf = new Map((await rowsOf(ratings)).map((row) => [keyOf(row), row]));
  const inBatch = new Map(batch.matches.map((match) => [match.identifier, match]));
  const players = [...new Set(batch.matches.flatMap(({ teams }) => teams.flat()))].toSorted();
  return [
    ...players.map((id) => ask('select * from member where id = $1 for no key update', id)),
    ...(await rowsOf(batches)).map((row) => insert(batches, row)),
    ...stored.flatMap((match) => {
      const { identifier, teams = [] } = inBatch.get(String(match.identifier)) ?? {};
      return [
        ask('select id from match where identifier = $1', identifier),
        ...teams
          .flat()
          .flatMap((id) => [
            ask('select * from connection where member_id = $1 and revoked_at is null', id),
            ask('select * from rating where member_id = $1 and sport = $2', id, match.sport),
          ]),
        insert(matches, match),
        ...teams.flatMap((team, number) =>
          team.map((id, position) =>
            ask(insertParticipant, match.match_date, numberOf.get(id), number, position),
          ),
        ),
        ...(stepsOf.get(match.arrival) ?? []).flatMap((step) => [
          ...entriesOf({ ...step, member_id: idOf.get(Number(step.member_number)) }).map((entry) =>
            saveRating(entry, ratingOf.get(keyOf(entry))),
          ),
          insert(steps, step),
        ]),
      ];
    }),
    ...players.map((id) => ask(verifyPlayer, id)),
    ...players.map((id) => ask(takeSequence, id)),
    ...(await rowsOf(updates)).map((row) => insert(updates, row)),
    ...(await rowsOf(deliveries)).map((row) => insert(deliveries, row)),
  ];
}

const order = (row: Row) => Number(row.arrival);
const keyOf = ({ member_id, sport, bracket }: Row) => [member_id, sport, bracket].join(' ');

const insertParticipant = `
  insert into match_participant (match_date, arrival, member_number, team, position)
  values ($1, currval(pg_get_serial_sequence('match', 'arrival')), $2, $3, $4)`;
const verifyPlayer = `
  update member set is_vairified = true where id = $1 and not is_vairified and 5 <= (
    select sum(games) from rating where member_id = member.id and bracket = 'overall-open'
  )`;
const takeSequence = `
  insert into member_sequence (member_id, sequence) values ($1, 1)
  on conflict (member_id) do update set sequence = member_sequence.sequence + 1`;

/** The ratings after a step, by bracket. */
function entriesOf({ brackets, numbers, ...step }: Row): Row[] {
  return bracketsOf(String(brackets)).map((bracket, index) => {
    const [, rating, reliability, games] = (numbers as number[]).slice(4 * index, 4 * index + 4);
    return { ...step, bracket, rating, reliability, games };
  });
}

/** Returns the statement that stores the rating after a step. The step has no mu and sigma, so the last stored rating provides them. */
function saveRating(step: Row, { mu, sigma, last_played_at }: Row = {}): CompiledQuery {
  const { member_id, sport, bracket, rating, reliability, games, changed_at } = step;
  return ask(
    `insert into rating (
      member_id, sport, bracket, mu, sigma, rating, reliability, games, updated_at, last_played_at
    ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (member_id, sport, bracket) do update set mu = excluded.mu, sigma = excluded.sigma,
      rating = excluded.rating, reliability = excluded.reliability, games = excluded.games,
      updated_at = excluded.updated_at, last_played_at = excluded.last_played_at`,
    ...[
      member_id,
      sport,
      bracket,
      mu,
      sigma,
      rating,
      reliability,
      games,
      changed_at,
      last_played_at,
    ],
  );
}

function insert({ name, generated }: WrittenTable, row: Row): CompiledQuery {
  const columns = Object.keys(row).filter((column) => !generated.includes(column));
  const parameters = columns.map((_, index) => `$${index + 1}`);
  return ask(
    `insert into ${name} (${columns}) values (${parameters})`,
    ...columns.map((column) => row[column]),
  );
}

function ask(text: string, ...values: unknown[]): CompiledQuery {
  return CompiledQuery.raw(text, values);
}
