import { type Kysely, sql } from 'kysely';

const described: Readonly<Record<string, string>> = {
  direction:
    'The group of players whose strengths were compared with each other, as the model packs it. 0 for a newcomer, or if an earlier model rated it.',
  partner: 'What tells the usual partner apart in the model. 0 without one.',
  open_difference:
    'What is unknown of the difference from that partner, as far as it is the player’s: a standard deviation of mu.',
};

/**
 * Adds what the model knows of groups and pairs. A state of a match has these numbers in place of R, which follows from mu, in as many
 * bytes: states that are stored stay as they are until the ratings are rebuilt (ratings/domain/packed-numbers.ts).
 */
export async function addGroupsAndPairs(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rating
      add column direction double precision not null default 0,
      add column partner bigint not null default 0,
      add column open_difference double precision not null default 0
  `.execute(database);
  for (const [column, words] of Object.entries(described)) {
    await sql`comment on column rating.${sql.ref(column)} is ${sql.lit(words)}`.execute(database);
  }
  await sql`comment on column player_state.numbers is ${sql.lit(
    'For each bracket, five numbers of eight bytes as float8send writes them: mu, sigma, direction, partner with open difference, and games with the moment of the last match. Release 0.1.0 wrote mu, sigma, R, games, and the milliseconds from 1970 to the last match.',
  )}`.execute(database);
}
