/**
 * The peer of the reads: bare `node:http` over `pg`, passing on the text PostgreSQL renders. It asks
 * for the key and for the members with the service's own statements, prepared, and does nothing else.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { type KeyRecord, selectLiveKey } from '../src/http/store/credentials.ts';
import { selectBulkView } from '../src/members/store/bulk-views.ts';
import { selectViewById } from '../src/members/store/member-views.ts';
import { announce } from './server-process.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

async function ask<Row extends object>(
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows[0];
}

async function answer(url: URL, apiKey: string): Promise<string | undefined> {
  const now = new Date();
  const keyHash = createHash('sha256').update(apiKey).digest();
  const key = await ask<KeyRecord>(selectLiveKey, [keyHash, now]);
  if (!key?.scopes.includes('key:member:read')) return undefined;
  const today = now.toISOString().slice(0, 10);
  if (url.pathname.endsWith('/member')) {
    const id = url.searchParams.get('memberId');
    const values = [id, key.applicationId, null, null, today];
    return (await ask<{ json: string }>(selectViewById, values))?.json;
  }
  const ids = url.searchParams.get('ids')?.split(',') ?? [];
  const values = [ids, key.applicationId, null, today, now];
  return (await ask<{ json: string }>(selectBulkView, values))?.json;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  answer(url, String(request.headers['x-api-key'])).then((body) => {
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body ?? ''),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
