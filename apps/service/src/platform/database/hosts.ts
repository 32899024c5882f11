import { type Kysely, sql } from 'kysely';

/** An address of PostgreSQL that names no host, or asks for what the service cannot use. */
export class InvalidHostsError extends Error {
  override name = 'InvalidHostsError';
}

/** A database on one host or, for failover, on several of which one is the primary. */
export interface DatabaseHosts {
  /** One address for each host, as the driver takes it. */
  addresses: readonly [string, ...string[]];
  /** Whether connections to a host that takes no writes are closed again, and the other hosts tried. */
  needsPrimary: boolean;
}

// The driver and `URL` know one host. The form is libpq's: postgres://user@one:5432,two:5432/name.
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(\?[^#]*)?$/i;

/**
 * Reads an address of one or several hosts. With several, or `target_session_attrs=read-write`, connections lead
 * to the host that can be written.
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

/** The oldest major version that its makers still maintain (until November 2027). Tests run on it. */
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

/** Throws where the database is older than what this service works on, before anything is written. */
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
