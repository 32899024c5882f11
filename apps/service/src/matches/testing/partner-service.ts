import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { type DatabaseKind, openTestDatabase } from '../../testing/test-database.ts';
import { countRows } from './club.ts';
import { listenOver } from './listening-app.ts';
import { insertClubKey } from './post-batch.ts';
import { openClubIn } from './story.ts';

type Headers = Record<string, string>;

/**
 * Starts one service for all tests of a file, in which each test opens its own partner. It checks every response against the
 * contract.
 */
export function usePartnerService(kind: DatabaseKind = 'postgres') {
  let service: { baseUrl: string; database: Database };

  let close: () => Promise<void>;

  beforeAll(async () => {
    const opened = await openTestDatabase(kind);
    const app = await listenOver(opened.database);
    service = { baseUrl: app.baseUrl, database: opened.database };
    close = async () => {
      await app.close();
      await opened.close();
    };
  });

  afterAll(async () => await close());

  async function send<Body = Record<string, unknown>>(
    request: string,
    { body, headers }: { body?: unknown; headers: Headers },
  ) {
    const [method = '', path] = request.split(' ');
    const response = await fetch(`${service.baseUrl}/partner${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body;
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** Opens the club of the examples, with a key of its application and the rows stored before. */
  async function openPartner(scopes: string[] = ['key:match:submit']) {
    const opened = await openClubIn(service.database);
    const apiKey = await insertClubKey(opened.club, scopes);
    /** Sends a request, such as `POST /matches`, with the key. */
    const ask = async <Body = Record<string, unknown>>(
      request: string,
      body?: unknown,
      headers: Headers = {},
    ) => await send<Body>(request, { body, headers: { 'x-api-key': apiKey, ...headers } });
    const count = async () => await countRows(service.database);
    return { ...opened, apiKey, ask, count, before: await count() };
  }

  return openPartner;
}
