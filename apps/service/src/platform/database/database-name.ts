import { resolve } from 'node:path';
import type { DatabaseAddress } from './connect.ts';
import { readDatabaseHosts } from './hosts.ts';

/**
 * The load that an embedded database carries, with a p99 of at most 250 ms: `pnpm bench soak` sends it for ten minutes,
 * a mixture of reads, submissions and log-ins.
 */
export const EMBEDDED_REQUESTS_PER_SECOND = 60;

/** Which database it is, in words that hold no password. */
export function databaseName({ databaseUrl, dataDirectory }: DatabaseAddress): string {
  if (databaseUrl === null) return `the embedded one in ${resolve(dataDirectory)}`;
  const urls = readDatabaseHosts(databaseUrl).addresses.map((address) => new URL(address));
  const [{ pathname, username }] = urls as [URL];
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const hosts = urls.map(({ host }) => host || 'a socket of this machine').join(' or ');
  return `PostgreSQL at ${hosts}, ${database}`;
}
