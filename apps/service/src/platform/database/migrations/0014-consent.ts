import { type Kysely, sql } from 'kysely';
import { replaceIn } from './replace-in.ts';

// A result moves a player who agreed to it, and matches/README.md says who did. One statement a string.

const ledger = [
  // Whether the result moved the player when it was stored. Until now every result did.
  `alter table match_participant add column is_confirmed boolean not null default true`,
  // What a player answered to a result, each answer once. An application confirms by reporting the
  // same match with the player's consent.
  `create table match_response (
    match_id text not null,
    member_id text not null,
    response text not null check (response in ('confirmed', 'denied', 'disputed')),
    application_id text references application,
    created_at timestamptz not null,
    primary key (match_id, member_id, response),
    foreign key (match_id, member_id) references match_participant
  )`,
  `create trigger match_response_append_only before update or delete or truncate on match_response
    for each statement execute function refuse_change()`,
  `create index match_response_disputed on match_response (created_at) where response = 'disputed'`,
  `alter table rating_change drop constraint rating_change_cause_check, add check
    (cause in ('match', 'replay', 'void', 'merge', 'rebuild', 'confirmation'))`,
];

const indexTables = [
  // Where in the ledger players are whom a result did not move when it was stored. member_id is who
  // they are today and follows a claim, participant_id the one in match_participant.
  `create table unconfirmed_participation (
    match_id text not null references match,
    participant_id text not null,
    member_id text not null references member,
    sport text not null,
    arrival bigint not null,
    primary key (match_id, participant_id)
  )`,
  `create index unconfirmed_participation_member
    on unconfirmed_participation (member_id, sport, arrival)`,

  // What all reports of a match have in common: a hash of sport, day (UTC), players and
  // scores, with the players as they are called today.
  `create table match_fingerprint (
    match_id text primary key references match,
    fingerprint bytea not null
  )`,
  `insert into match_fingerprint
    select match.id, sha256(convert_to(
      match.sport || ' ' || to_char(match.match_date at time zone 'UTC', 'YYYY-MM-DD') || ' '
        || team.texts, 'UTF8'))
    from match
    cross join lateral (
      select string_agg(one.players || ':' || one.scores, ';'
        order by (one.players || ':' || one.scores) collate "C") as texts
      from (
        select
          string_agg(coalesce(member.merged_into, member.id), ','
            order by coalesce(member.merged_into, member.id) collate "C") as players,
          (
            select string_agg(game.value -> 'scores' ->> participant.team, ',' order by game.ordinality)
            from jsonb_array_elements(match.content -> 'games') with ordinality as game
          ) as scores
        from match_participant as participant
        join member on member.id = participant.member_id
        where participant.match_id = match.id
        group by participant.team
      ) as one
    ) as team
    where team.texts is not null
    order by match.arrival`,
  `create index match_fingerprint_lookup on match_fingerprint (fingerprint)`,
];

const isRated = (participant: string) => `(
    ${participant}.is_confirmed
    or exists (
      select from match_response as response
      where response.match_id = ${participant}.match_id
        and response.member_id = ${participant}.member_id and response.response = 'confirmed'
    )
  )`;

// Who played last is who agreed to have played.
const activity = [
  replaceIn(
    ['note_played_matches'],
    'join member on member.id = came.member_id',
    'join member on member.id = came.member_id\n          where came.is_confirmed',
  ),
  replaceIn(
    ['note_activity'],
    'where member.member_number = member_activity.member_number',
    `where member.member_number = member_activity.member_number
              and ${isRated('match_participant')}`,
  ),
  replaceIn(
    ['rebuild_member_search'],
    'where not exists (select from match_void',
    `where ${isRated('match_participant')}
            and not exists (select from match_void`,
  ),
  `create function note_confirmed_matches() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform note_activity(array(
        select member.member_number
        from came
        join member as alias on alias.id = came.member_id
        join member on member.id = coalesce(alias.merged_into, alias.id)
        where came.response = 'confirmed'
      ));
      return null;
    end
  $$`,
  `create trigger match_confirmed after insert on match_response
    referencing new table as came for each statement execute function note_confirmed_matches()`,
];

const boardFacts = (member: 'old' | 'new') => `(${member}.is_vairified, ${member}.gender,
  ${member}.country, ${member}.state, ${member}.city_folded, ${member}.is_discoverable,
  ${member}.merged_into, ${member}.is_ghost)`;

// A ghost is verified by nothing and on no board.
const ghosts = [
  `update member set is_vairified = false where is_ghost and is_vairified`,
  `alter table member add check (not (is_ghost and is_vairified))`,
  // A ghost's e-mail address is kept as a keyed hash alone.
  `alter table member add column email_hash bytea`,
  `create index member_email_hash on member (email_hash) where email_hash is not null`,
  replaceIn(
    [
      'note_new_ratings',
      'note_changed_ratings',
      'note_gone_ratings',
      'note_moved_member',
      'rebuild_standings',
    ],
    'where member.is_discoverable and member.merged_into is null',
    'where member.is_discoverable and member.merged_into is null and not member.is_ghost',
  ),
  'drop trigger member_updated on member',
  `create trigger member_updated after update on member
    for each row when (${boardFacts('old')} is distinct from ${boardFacts('new')})
    execute function note_moved_member()`,
  'select rebuild_standings()',
];

export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [...ledger, ...indexTables, ...activity, ...ghosts];
  for (const statement of statements) await sql.raw(statement).execute(database);
}
