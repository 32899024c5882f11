/**
 * The peer of the reads: `node:http` over `pg`, which forwards the text that PostgreSQL renders.
 * Its prepared statements look up ids only and render the same text as the service. It checks the
 * key as the service does, and nothing else.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import {
  connectionJoin,
  isConnected,
  isShown,
  memberJson,
  ratingsAreShown,
} from '@partner-rating/service/src/members/store/member-json.ts';
import {
  type KeyRecord,
  selectLiveKey,
} from '@partner-rating/service/src/platform/http/store/credentials.ts';
import pg from 'pg';
import { announcePort } from './server-process.ts';

const json = memberJson({
  granted: 'connected.granted',
  isConnected,
  ratingsAreShown,
  sports: 'null::text[]',
  today: '$3::date',
  now: '$4::timestamptz',
});
const connection = connectionJoin({ applicationId: '$2', tokenScopes: 'null::text[]' });

const selectMember = {
  name: 'bare_member',
  text: `select ${json} as text from member ${connection} where member.id = $1`,
};
const selectMembers = {
  name: 'bare_members',
  text: `select '[' || string_agg(text, ',' order by position) || ']' as text
    from (
      select position, ${json} as text
      from unnest($1::text[]) with ordinality as asked (id, position)
      join member on member.id = asked.id
      ${connection}
      where ${isShown('$2')}
    ) as shown`,
};

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
  const id = url.searchParams.get('memberId');
  const [statement, named] =
    id === null ? [selectMembers, url.searchParams.get('ids')?.split(',')] : [selectMember, id];
  const values = [named, key.applicationId, now.toISOString().slice(0, 10), now];
  return (await ask<{ text: string }>(statement, values))?.text;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  answer(url, String(request.headers['x-api-key'])).then((body = '') => {
    response.writeHead(body === '' ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => announcePort(server.address()));
