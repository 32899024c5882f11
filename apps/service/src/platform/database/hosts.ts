import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';

/** The address of PostgreSQL is invalid, or asks for something that the service does not support. */
export class InvalidHostsError extends Error {
  override name = 'InvalidHostsError';
}

/** A database on one host or, for failover, on several hosts, one of which is the primary. */
export interface DatabaseHosts {
  /** One address for each host, in the form of the driver. */
  addresses: readonly [string, ...string[]];
  /** Whether connections must lead to a host that accepts writes. */
  needsPrimary: boolean;
}

// The form is libpq's: postgres://user@one:5432,two:5432/name. The driver and `URL` accept only one host.
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/i;

/**
 * Reads an address of one or several hosts. With several, or with `target_session_attrs=read-write`, connections lead to
 * the host that accepts writes.
 * @throws InvalidHostsError
 */
export function readDatabaseHosts(databaseUrl: string): DatabaseHosts {
  const [, scheme = '', hosts = '', path = '', query = ''] = ADDRESS.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !['any', 'primary', 'read-write'].includes(wanted)) {
    throw new InvalidHostsError(
      'must lead to a database that can be written: leave out target_session_attrs, or set it to read-write',
    );
  }
  const [first = '', ...others] = hosts.split(',');
  if (wanted === null && others.length === 0) {
    return { addresses: [requireUrl(databaseUrl)], needsPrimary: false };
  }
  parameters.delete('target_session_attrs');
  const rest = parameters.size === 0 ? path : `${path}?${parameters}`;
  const addressOf = (host: string) => requireUrl(`${scheme}${host.trim()}${rest}`);
  return {
    addresses: [addressOf(first), ...others.map(addressOf)],
    needsPrimary: others.length > 0 || wanted !== 'any',
  };
}

function requireUrl(address: string): string {
  const url = URL.parse(address);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new InvalidHostsError(
      'must be an address like postgres://user:password@host/database, or postgres://user:password@one,two/database for several hosts',
    );
  }
  return address;
}

/**
 * Asks a database over a separate connection whether it responds and accepts writes. Fails after this many milliseconds
 * without a byte, so a machine under load may take longer as long as bytes arrive.
 */
export async function probePostgres(
  address: string,
  milliseconds: number,
): Promise<{ isWritable: boolean }> {
  const socket = new Socket();
  socket.setTimeout(milliseconds, () => socket.destroy());
  const client = new pg.Client({ connectionString: address, stream: () => socket });
  client.on('error', () => {});
  try {
    await client.connect();
    // A standby is read-only too.
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'show transaction_read_only',
    );
    return { isWritable: rows[0]?.transaction_read_only === 'off' };
  } finally {
    client.end().catch(() => {});
  }
}

/**
 * Thrown if none of several hosts accepts writes. The code is the one that PostgreSQL has for a write on a standby, or for a
 * failed connection if no host answers.
 */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  readonly code: '25006' | '08001';

  constructor(message: string, { cause, hasStandby }: { cause: unknown; hasStandby: boolean }) {
    super(message, { cause });
    this.code = hasStandby ? '25006' : '08001';
  }
}

class StandbyError extends Error {}

/**
 * Returns the address of the first host that accepts writes. Asks all hosts at the same time, because a host that is
 * gone may not answer.
 * @param milliseconds How long a host may be silent.
 * @throws NoPrimaryError
 */
export async function findPrimary(
  { addresses }: DatabaseHosts,
  milliseconds: number,
): Promise<string> {
  const asked = addresses.map(async (address) => {
    const { isWritable } = await probePostgres(address, milliseconds);
    if (!isWritable) throw new StandbyError('it can only be read');
    return address;
  });
  try {
    return await Promise.any(asked);
  } catch (error) {
    const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const hosts = addresses.map((address, index) => {
      const reason = reasons[index];
      return `${new URL(address).host} (${reason instanceof Error ? reason.message : String(reason)})`;
    });
    throw new NoPrimaryError(
      `None of the hosts of DATABASE_URL can be written: ${hosts.join(', ')}.`,
      { cause: error, hasStandby: reasons.some((reason) => reason instanceof StandbyError) },
    );
  }
}

/** The oldest major version that PostgreSQL still maintains (until November 2027). Tests run on it. */
export const OLDEST_POSTGRES = 15;

export class OldPostgresError extends Error {
  override name = 'OldPostgresError';

  constructor(version: string) {
    super(
      `The database of DATABASE_URL is PostgreSQL ${version}, which its makers no longer maintain. ` +
        `Upgrade it to PostgreSQL ${OLDEST_POSTGRES} or newer.`,
    );
  }
}

/** Throws if PostgreSQL is too old, before anything is written. */
export async function refuseOldPostgres<Schema>(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ number: string; version: string }>`
    select
      current_setting('server_version_num') as number,
      current_setting('server_version') as version
  `.execute(database);
  for (const { number, version } of rows) {
    if (Number(number) < OLDEST_POSTGRES * 10_000) throw new OldPostgresError(version);
  }
}
