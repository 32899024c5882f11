import { beforeEach } from 'vitest';
import { operatorCaller } from '../api/caller.ts';
import { type AdminHandler, createAdminHandler } from '../serve-admin.ts';
import { operatorDependencies } from './operator.ts';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** Who sends it; ana, an administrator, by default. */
  role?: 'support' | 'admin';
}

/** The operations of operators on an empty database for each test of a suite. */
export function useAdmin(kind?: 'postgres' | 'pglite') {
  let dependencies: Awaited<ReturnType<typeof operatorDependencies>> | undefined;
  let handle: AdminHandler | undefined;
  beforeEach(async () => {
    dependencies = await operatorDependencies(kind === undefined ? {} : { kind });
    const findCaller = async (token: string) =>
      token === 'support' || token === 'admin' ? operatorCaller('ana', token) : null;
    handle = createAdminHandler(dependencies, { findCaller });
  });

  async function send(line: string, { body, headers, role = 'admin' }: Sent = {}) {
    const [method = '', path = ''] = line.split(' ');
    const request = new Request(`http://localhost/api/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${role}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await handle?.(request);
    if (response === undefined) throw new Error('Operations are called in tests only.');
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  return {
    send,
    dependencies: () => {
      if (dependencies === undefined) throw new Error('Operations are called in tests only.');
      return dependencies;
    },
    createPartner: async (clientId = 'courtside-club') =>
      (
        await send('POST /partners', {
          body: {
            clientId,
            name: 'Courtside Club',
            redirectUris: ['https://courtside.example/callback'],
          },
        })
      ).body,
  };
}
