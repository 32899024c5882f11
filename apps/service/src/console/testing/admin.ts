import type { Logger } from '@partner-rating/server';
import { beforeEach } from 'vitest';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { operatorCaller, type PartnerPerson, partnerCaller } from '../api/caller.ts';
import { createCallerHandler } from '../serve-admin.ts';
import { type OperatorOptions, operatorDependencies } from './operator.ts';

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** The operator who sends it. By default ana, an administrator. */
  role?: 'support' | 'admin';
  /** A person of a partner who sends it, by their session. */
  person?: PartnerPerson;
}

/** Sends requests to the operations of operators on this database. */
export function adminSender(dependencies: Dependencies, options: { log?: Logger } = {}) {
  const handle = createCallerHandler(dependencies, options);
  return async (line: string, { body, headers, role = 'admin', person }: Sent = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const request = new Request(`http://localhost/api/admin/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const caller = person === undefined ? operatorCaller('ana', role) : partnerCaller(person);
    const response = await handle(caller, request);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
}

/** Opens the operations of operators on an empty database for each test of a suite. */
export function useAdmin(options: OperatorOptions = {}) {
  let dependencies: Dependencies | undefined;
  let sender: ReturnType<typeof adminSender> | undefined;
  beforeEach(async () => {
    dependencies = await operatorDependencies(options);
    sender = adminSender(dependencies);
  });
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('Operations can only be called in tests.');
    return value;
  };
  const send: ReturnType<typeof adminSender> = async (...sent) => await opened(sender)(...sent);

  return {
    send,
    dependencies: () => opened(dependencies),
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
