import { allScopes } from '@partner-rating/service/src/connect/domain/scopes.ts';
import { rebuildStandings } from '@partner-rating/service/src/leaderboards/store/fold.ts';
import type {
  Database,
  DatabaseTransaction,
} from '@partner-rating/service/src/platform/database/schema.ts';
import { sql } from 'kysely';
import { cities, firstNames, lastNames } from './pools.ts';

const TODAY = '2026-09-12T18:00:00Z';

// On average 1.5 sports for each player, and three to four brackets for each sport.
const sportShares: Record<string, number> = {
  pickleball: 0.75,
  padel: 0.25,
  tennis: 0.25,
  squash: 0.08,
  badminton: 0.08,
  'table-tennis': 0.06,
  racquetball: 0.03,
};

/**
 * Fills a migrated database with members, ratings, and connections in bulk statements. The same
 * size gives the same rows. Triggers are off and indexes are created at the end, because otherwise
 * it would take hours. With `isUnrated`, the members have no ratings: a rebuild computes them from matches.
 */
export async function fillDataset(
  database: Database,
  {
    members,
    applicationId,
    isUnrated = false,
  }: { members: number; applicationId: string; isUnrated?: boolean },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`set local maintenance_work_mem = '1GB'`.execute(transaction);
    await sql`set local work_mem = '256MB'`.execute(transaction);
    const indexes = await dropIndexes(transaction);
    await createPools(transaction);
    await insertMembers(transaction, members);
    if (!isUnrated) await insertRatings(transaction);
    await rebuildStandings(transaction);
    await insertConnections(transaction, applicationId);
    await sql`select rebuild_member_search()`.execute(transaction);
    await insertActivity(transaction);
    for (const definition of indexes) await sql.raw(definition).execute(transaction);
  });
  await sql`vacuum (analyze)`.execute(database);
}

/**
 * Drops the indexes that no constraint needs, and returns the statements that create them again.
 */
async function dropIndexes(transaction: DatabaseTransaction): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
  `.execute(transaction);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(transaction);
  return rows.map(({ definition }) => definition);
}

async function createPools(transaction: DatabaseTransaction): Promise<void> {
  for (const [table, rows] of Object.entries({ firsts: firstNames, lasts: lastNames, cities })) {
    await sql`
      create temporary table ${sql.table(table)} on commit drop as
      select item.*, (row_number() over () - 1)::integer as position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (
        text text, folded text, state text, country text
      )
    `.execute(transaction);
    await sql`analyze ${sql.table(table)}`.execute(transaction);
  }
  // A uniform number from 0 to 1 that depends only on its arguments.
  await sql`
    create function pg_temp.draw(number bigint, salt integer) returns double precision
    language sql immutable parallel safe
    return (hashint8extended(number, salt) & 9007199254740991) / 9007199254740992.0::double precision
  `.execute(transaction);
  // A normally distributed number (Box–Muller).
  await sql`
    create function pg_temp.bell(number bigint, salt integer) returns double precision
    language sql immutable parallel safe
    return sqrt(-2 * ln(pg_temp.draw(number, salt) + 1e-12)) * cos(2 * pi() * pg_temp.draw(number, salt + 1))
  `.execute(transaction);
  // A random position in a list. Earlier positions are more likely. A larger `flat` reduces the skew.
  await sql`
    create function pg_temp.skewed(share double precision, size integer, flat double precision)
    returns integer language sql immutable parallel safe
    return least(size - 1, floor(flat * (power(1 + size / flat, share) - 1))::integer)
  `.execute(transaction);
}

async function insertMembers(transaction: DatabaseTransaction, members: number): Promise<void> {
  await sql`
    insert into member (
      id, member_number, first_name, last_name, display_name, name_folded, name_order, email,
      birth_date, gender, city, city_folded, state, zip, country, is_vairified, is_wheelchair,
      is_ghost, is_discoverable, created_at
    )
    select
      'mem_01k' || lpad(to_hex(number), 7, '0') || left(md5(number::text), 16),
      10000 + number,
      firsts.text, lasts.text, firsts.text || ' ' || left(lasts.text, 1) || '.',
      firsts.folded || ' ' || lasts.folded, left(lasts.folded, 1) || ' ' || firsts.folded,
      case when is_ghost then null else 'player' || number || '@example.com' end,
      case when pg_temp.draw(number, 1) < 0.93 then
        date '2014-09-01' - (power(pg_temp.draw(number, 2), 0.8) * 25000)::integer
      end,
      case
        when pg_temp.draw(number, 3) < 0.54 then 'MALE'
        when pg_temp.draw(number, 3) < 0.96 then 'FEMALE'
        when pg_temp.draw(number, 3) < 0.97 then 'OTHER'
        else 'UNKNOWN'
      end,
      cities.text, cities.folded, cities.state,
      case when cities.country = 'US' then
        lpad((10000 + cities.position * 29 + floor(pg_temp.draw(number, 4) * 29))::text, 5, '0')
      end,
      cities.country,
      pg_temp.draw(number, 5) < 0.35 and not is_ghost,
      pg_temp.draw(number, 6) < 0.01,
      is_ghost,
      pg_temp.draw(number, 7) < 0.97 and not is_ghost,
      ${TODAY}::timestamptz - pg_temp.draw(number, 8) * interval '900 days'
    from (
      select
        number,
        pg_temp.draw(number, 9) < 0.08 as is_ghost,
        pg_temp.skewed(pg_temp.draw(number, 10), ${firstNames.length}, 12) as first_position,
        pg_temp.skewed(pg_temp.draw(number, 11), ${lastNames.length}, 15) as last_position,
        pg_temp.skewed(pg_temp.draw(number, 12), ${cities.length}, 8) as city_position
      from generate_series(1, ${members}::bigint) as number
    ) as drawn
    join firsts on firsts.position = first_position
    join lasts on lasts.position = last_position
    left join cities on cities.position = city_position and pg_temp.draw(number, 13) < 0.97
    order by number
  `.execute(transaction);
  await sql`
    select setval(pg_get_serial_sequence('member', 'member_number'), max(member_number)) from member
  `.execute(transaction);
  await sql`analyze member`.execute(transaction);
}

async function insertRatings(transaction: DatabaseTransaction): Promise<void> {
  // Same conversion from mu as in ratings/domain/scale.ts.
  await sql`
    insert into rating (
      member_id, sport, bracket, mu, sigma, rating, reliability, games, last_played_at, updated_at
    )
    select
      id, sport, bracket, mu,
      25 / 3.0 * sqrt(1 - reliability), round((2 + 6 / (1 + exp((38.7327 - mu) / 12.5)))::numeric, 3),
      reliability, games, played_at, played_at
    from (
      select *, round((1 - exp(-games / 25.0))::numeric, 2)::double precision as reliability,
        ${TODAY}::timestamptz - power(pg_temp.draw(seed, 1), 2) * interval '700 days' as played_at
      from (
        select
          id, sport, bracket, seed,
          25 + 7 * pg_temp.bell(number, 20) + 2 * pg_temp.bell(seed, 2) as mu,
          1 + floor(share * case when is_ghost then 6 else exp(3 + 1.2 * pg_temp.bell(seed, 4)) end)::integer
            as games
        from (
          select
            id, member_number as number, is_ghost, sport, bracket, bracket_share as share,
            member_number * 64 + sport_position * 8 + bracket_position as seed
          from member
          cross join lateral (
            select key as sport, value::double precision as sport_share,
              row_number() over () as sport_position
            from json_each_text(${JSON.stringify(sportShares)}::json)
          ) as sports
          cross join lateral (values
            ('overall-open', 1.0, 1, true),
            ('singles-open', 0.55, 2, true),
            ('gender-open', 0.6, 3, gender in ('MALE', 'FEMALE')),
            ('mixed-open', 0.5, 4, gender in ('MALE', 'FEMALE')),
            ('overall-35+', 0.6, 5, birth_date <= date '1991-09-12'),
            ('overall-50+', 0.6, 6, birth_date <= date '1976-09-12')
          ) as brackets (bracket, bracket_share, bracket_position, fits)
          where fits
            and pg_temp.draw(member_number * 8 + sport_position, 30) < sport_share
            and pg_temp.draw(member_number * 64 + sport_position * 8 + bracket_position, 31)
              < bracket_share
        ) as played
      ) as skilled
    ) as rated
  `.execute(transaction);
}

async function insertConnections(
  transaction: DatabaseTransaction,
  applicationId: string,
): Promise<void> {
  await sql`
    insert into connection (id, application_id, member_id, scopes, created_at, updated_at)
    select
      'con_' || substr(id, 5), ${applicationId}, id, ${allScopes}::text[],
      ${TODAY}::timestamptz, ${TODAY}::timestamptz
    from member
    where member_number % 5 = 0 and not is_ghost
  `.execute(transaction);
}

/** Sets when players last played from their ratings, because the dataset has no matches. */
async function insertActivity(transaction: DatabaseTransaction): Promise<void> {
  await sql`
    update member_activity set last_played_at = played.at
    from (
      select member.member_number, max(rating.updated_at) as at
      from rating join member on member.id = rating.member_id
      group by member.member_number
    ) as played
    where played.member_number = member_activity.member_number
  `.execute(transaction);
}
