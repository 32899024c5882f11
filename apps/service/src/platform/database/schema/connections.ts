// The tables of OAuth: connections of players to applications, authorization requests, codes, and tokens.

import { table } from './statements.ts';

export const connections = [
  ...table(`
    -- The consent that a player gave an application. There is one for each pair, also after it was revoked.
    create table connection (
      -- The public id, con_...
      id text primary key,
      -- The application.
      application_id text not null references application,
      -- The player.
      member_id text not null references member,
      -- What the player allowed.
      scopes text[] not null,
      -- When the player first connected.
      created_at timestamptz not null,
      -- When the player last changed what they allow.
      updated_at timestamptz not null,
      -- When the player or the application ended it. Null while it is valid.
      revoked_at timestamptz,
      -- When the application last used it to read data of the player, to the minute.
      last_used_at timestamptz,
      -- Whether strangers do not find the player. Triggers maintain it, so that an application's board finds its hidden
      -- players by index.
      is_member_hidden boolean not null default false,
      unique (application_id, member_id)
    )`),
  `create index connection_member on connection (member_id)`,
  // Whose ratings an application may not see although the player is connected.
  `create index connection_without_ratings on connection (application_id)
    where revoked_at is null and not ('user:rating:read' = any(scopes))`,
  `create index connection_of_hidden on connection (application_id)
    where is_member_hidden and revoked_at is null and 'user:rating:read' = any(scopes)`,

  // Locks the member first, as a transaction that hides a member does: the two wait for each other, and neither misses
  // the change of the other.
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
  // By index, because a session plans this once, perhaps while the table is nearly empty.
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

  ...table(`
    -- An authorization request that waits for the player's decision.
    create table authorization_request (
      -- A hash of the handle that the authorization page has in its address.
      handle_hash bytea primary key,
      -- A hash of the tracking code that the application was given. Null for a pushed request (RFC 9126).
      tracking_code_hash bytea,
      -- The application that asks.
      application_id text not null references application,
      -- Where the player is sent back to.
      redirect_uri text not null,
      -- What the application asks for.
      scopes text[] not null,
      -- The state that the application gets back.
      state text,
      -- The challenge of PKCE (RFC 7636).
      code_challenge text,
      -- When the application asked.
      created_at timestamptz not null,
      -- Until when the player may decide.
      expires_at timestamptz not null,
      -- When the player decided.
      used_at timestamptz,
      -- The thumbprint of the key that the tokens will be bound to. Null if to none.
      dpop_jkt text
    )`),
  `create index authorization_request_expiry on authorization_request (expires_at)`,

  ...table(`
    -- A code that an application exchanges for tokens, once.
    create table authorization_code (
      -- A hash of the code.
      code_hash bytea primary key,
      -- The application that may exchange it.
      application_id text not null references application,
      -- The connection that the tokens belong to.
      connection_id text not null references connection,
      -- The redirect URI of the request, which the exchange must repeat.
      redirect_uri text not null,
      -- What the tokens will allow.
      scopes text[] not null,
      -- The challenge of PKCE (RFC 7636).
      code_challenge text,
      -- When the player consented.
      created_at timestamptz not null,
      -- When it expires.
      expires_at timestamptz not null,
      -- When it was exchanged. A second exchange revokes the tokens.
      used_at timestamptz,
      -- The thumbprint of the key that must exchange it. Null if any key may.
      dpop_jkt text
    )`),
  `create index authorization_code_connection on authorization_code (connection_id)`,
  `create index authorization_code_expiry on authorization_code (expires_at, code_hash)`,

  ...table(`
    -- A token with which an application acts for a player.
    create table access_token (
      -- A hash of the token.
      token_hash bytea primary key,
      -- The connection that it belongs to.
      connection_id text not null references connection,
      -- A hash of the code that it was exchanged for. Null if it was refreshed.
      code_hash bytea,
      -- What it allows.
      scopes text[] not null,
      -- When it was issued.
      created_at timestamptz not null,
      -- When it expires.
      expires_at timestamptz not null,
      -- When it was revoked.
      revoked_at timestamptz,
      -- The thumbprint of the key that it is bound to (RFC 9449). Null for a bearer token.
      dpop_jkt text
    )`),
  `create index access_token_connection on access_token (connection_id)`,
  `create index access_token_code on access_token (code_hash) where code_hash is not null`,
  `create index access_token_expiry on access_token (expires_at)`,

  ...table(`
    -- A token that is exchanged for new tokens.
    create table refresh_token (
      -- A hash of the token.
      token_hash bytea primary key,
      -- The connection that it belongs to.
      connection_id text not null references connection,
      -- A hash of the code that it was exchanged for. Null if it was refreshed.
      code_hash bytea,
      -- What it allows.
      scopes text[] not null,
      -- When it was issued.
      created_at timestamptz not null,
      -- When it expires.
      expires_at timestamptz not null,
      -- When it was exchanged.
      used_at timestamptz,
      -- When it was revoked.
      revoked_at timestamptz,
      -- The tokens that it was exchanged for are derived from it and this (connect/refresh-tokens.ts). Null once nobody may
      -- ask for them again.
      successor_nonce bytea
    )`),
  `create index refresh_token_connection on refresh_token (connection_id)`,
  `create index refresh_token_code on refresh_token (code_hash) where code_hash is not null`,
  `create index refresh_token_expiry on refresh_token (expires_at)`,

  ...table(`
    -- A proof (RFC 9449) that was used and is still young enough to be replayed.
    create table used_dpop_proof (
      -- A hash of the proof.
      proof_hash bytea primary key,
      -- When the service refuses it for its age.
      expires_at timestamptz not null
    )`),
  `create index used_dpop_proof_expiry on used_dpop_proof (expires_at)`,
];
