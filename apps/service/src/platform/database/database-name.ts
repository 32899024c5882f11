import { resolve } from 'node:path';
import type { DatabaseAddress } from './connect.ts';

/** Which database it is, in words that hold no password. */
export function databaseName({ databaseUrl, dataDirectory }: DatabaseAddress): string {
  if (databaseUrl === null) return `the embedded one in ${resolve(dataDirectory)}`;
  const { host, pathname, username } = new URL(databaseUrl);
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  return `PostgreSQL at ${host || 'a socket of this machine'}, ${database}`;
}
