// The tables of partner applications: their API keys, request counts, and responses for repeated requests.

import { table, withoutSamples } from './statements.ts';

export const applications = [
  ...table(`
    -- An application of a partner.
    create table application (
      -- The public id, app_...
      id text primary key,
      -- The client id of OAuth.
      client_id text not null unique,
      -- The name that players see.
      name text not null,
      -- The addresses that a player may be sent back to, each compared exactly.
      redirect_uris text[] not null,
      -- When an operator added it.
      created_at timestamptz not null,
      -- Since when it may do nothing, because an operator disabled it.
      disabled_at timestamptz,
      -- Requests per minute by class, if they differ from those of the service, for example {"ingest": 1200}.
      rate_limits jsonb check (rate_limits is null or jsonb_typeof(rate_limits) = 'object'),
      -- When an operator deleted it. Its name is left, because matches refer to it.
      deleted_at timestamptz check (deleted_at is null or disabled_at is not null),
      -- Whether it receives only tokens that are bound to a key (RFC 9449, section 5.2).
      dpop_bound_access_tokens boolean not null default false
    )`),

  ...table(`
    -- An API key of an application.
    create table api_key (
      -- The public id of the key, which is not secret.
      id text primary key,
      -- The application that uses it.
      application_id text not null references application,
      -- The beginning of the key, by which people recognise it.
      prefix text not null,
      -- A hash of the key.
      secret_hash bytea not null unique,
      -- What the key allows.
      scopes text[] not null,
      -- When it was created.
      created_at timestamptz not null,
      -- When it expires. Null if never.
      expires_at timestamptz,
      -- When somebody revoked it.
      revoked_at timestamptz,
      -- When a request last used it, to the minute.
      last_used_at timestamptz
    )`),
  `create index api_key_application on api_key (application_id)`,

  ...table(`
    -- How many requests an application made on a day.
    create table daily_requests (
      -- A calendar date in UTC, YYYY-MM-DD.
      day text not null,
      -- The application that made them.
      application_id text not null references application,
      -- All requests.
      requests bigint not null,
      -- Requests that failed because of an error of the service.
      failures bigint not null,
      primary key (day, application_id)
    )`),

  ...table(`
    -- The response to a request with an Idempotency-Key, for when it is repeated. Without a response, the request still runs.
    create table idempotency_record (
      -- The application that sent the request.
      application_id text not null references application,
      -- The key that the application chose.
      idempotency_key text not null,
      -- The operation, since a key is valid for one.
      operation_id text not null,
      -- A hash of the request, since a key is valid for one.
      request_hash bytea not null,
      -- The status of the response.
      status integer,
      -- The body of the response.
      body text,
      -- When the key was first used.
      created_at timestamptz not null,
      -- When the request that holds the key is considered crashed, unless it extends this time.
      locked_until timestamptz not null,
      -- When the key may be used for another request.
      expires_at timestamptz not null,
      -- Names the request that holds the key while there is no response.
      holder text not null,
      primary key (application_id, idempotency_key)
    )`),
  withoutSamples('idempotency_record', ['body']),
  `create index idempotency_record_expiry on idempotency_record (expires_at)`,
];
