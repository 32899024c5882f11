import { type Kysely, sql } from 'kysely';

// A player whom nobody finds is on the boards of the applications that they connected. Which of an application's
// connections are with such players is noted with the connection, so that a board finds them by index and
// an application without any pays for a look into an empty range.
const statements = [
  `alter table connection add column is_member_hidden boolean not null default false`,
  `update connection set is_member_hidden = true
    where member_id in (select id from member where not is_discoverable)`,
  // Locks the member first, as who hides a member does, so that the two wait for each other and neither
  // overlooks the other's change.
  `create function note_hidden_member() returns trigger language plpgsql as $$
    begin
      select not is_discoverable into new.is_member_hidden
        from member where id = new.member_id for share;
      -- The foreign key says better what is wrong.
      new.is_member_hidden := coalesce(new.is_member_hidden, false);
      return new;
    end
  $$`,
  `create trigger connection_member_noted before insert on connection
    for each row execute function note_hidden_member()`,
  // By index, since a session plans this once, perhaps while the table is nearly empty.
  `create function note_hidden_connections() returns trigger language plpgsql
    set enable_seqscan = off set jit = off as $$
    begin
      update connection set is_member_hidden = not new.is_discoverable
        where member_id = new.id and is_member_hidden = new.is_discoverable;
      return null;
    end
  $$`,
  `create trigger member_connections_noted after update on member
    for each row when (old.is_discoverable <> new.is_discoverable)
    execute function note_hidden_connections()`,
  `create index connection_of_hidden on connection (application_id)
    where is_member_hidden and revoked_at is null and 'user:rating:read' = any(scopes)`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
