import type { Credential, SendableOperation } from './sendable-operation.ts';

/** What the reader filled in. */
export interface FilledIn {
  /** Where the service or mock answers: `http://localhost:3001/api/v1`. */
  address: string;
  credential: { scheme: Credential; value: string } | null;
  /** By name; an empty one is not sent. */
  parameters: Record<string, string>;
  body: { mediaType: string; text: string } | null;
}

/** Says what is to be filled in otherwise. */
export class FormFault extends Error {
  override name = 'FormFault';
}

const LOOPBACK = ['localhost', '127.0.0.1'];

/** Whether an address is of the reader's own machine; the policy of the page allows no other. */
export function isOwnMachine({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}

/** The request of an operation. */
export function requestOf(
  operation: SendableOperation,
  filledIn: FilledIn,
): { url: string; init: RequestInit } {
  const query = new URLSearchParams();
  const headers = new Headers(credentialHeader(filledIn.credential));
  let { path } = operation;
  for (const { name, in: location, required } of operation.parameters) {
    const value = filledIn.parameters[name] ?? '';
    if (value === '' && required) throw new FormFault(`Fill in ${name}, which is required.`);
    if (location === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && location === 'query') query.set(name, value);
    else if (value !== '') headers.set(name, value);
  }
  const { body } = filledIn;
  if (body !== null) headers.set('content-type', body.mediaType);
  const suffix = query.size === 0 ? '' : `?${query}`;
  return {
    url: `${baseOf(filledIn.address)}${path}${suffix}`,
    // The session of a player who is logged in at the service in this browser is no part of the request.
    init: { method: operation.method, headers, body: body?.text ?? null, credentials: 'omit' },
  };
}

function baseOf(address: string): string {
  if (!URL.canParse(address) || !isOwnMachine(new URL(address))) {
    throw new FormFault(
      'Give an address that begins with http://localhost or http://127.0.0.1: this page sends to your own machine ' +
        'alone, since the keys of a published service belong on your servers.',
    );
  }
  return address.replace(/\/+$/, '');
}

function credentialHeader(credential: FilledIn['credential']): Record<string, string> {
  if (credential === null || credential.value === '') return {};
  const { scheme, value } = credential;
  return scheme === 'ApiKey' ? { 'x-api-key': value } : { authorization: `Bearer ${value}` };
}
