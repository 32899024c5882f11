import type { SecurityScheme } from '../schema/operation-table.ts';
import { kindOfSecret } from '../schema/sent-value.ts';
import { headerOf, type RequestHead } from './request-head.ts';

/** The user name and password of `Authorization: Basic`, form-decoded as RFC 6749 §2.3.1 requires. */
export interface BasicCredential {
  username: string;
  password: string;
}

/** A credential of a request. */
export interface FoundCredential {
  /** Its security scheme in the document. */
  scheme: string;
  /** `undefined` if it cannot be read. */
  value: string | BasicCredential | undefined;
}

/** Describes the kind and the place of a request's credential; returns undefined for an unknown kind. */
export function sentCredential(
  head: RequestHead,
  schemes: { readonly [name: string]: SecurityScheme },
): string | undefined {
  const [scheme = '', ...rest] = (headerOf(head, 'authorization') ?? '').split(' ');
  const bare = kindOfSecret(scheme);
  if (bare !== undefined) return `${bare} in Authorization without a scheme`;
  const sent = kindOfSecret(rest.join(' ').trim());
  if (sent !== undefined) {
    return scheme.toLowerCase() === 'bearer'
      ? `${sent} as Authorization: Bearer`
      : `${sent} in Authorization`;
  }
  for (const definition of Object.values(schemes)) {
    if (definition.type !== 'apiKey') continue;
    const kind = kindOfSecret(
      headerOf(head, definition.name.toLowerCase())?.split(' ').at(-1) ?? '',
    );
    if (kind !== undefined) return `${kind} in ${definition.name}`;
  }
  return undefined;
}

/** Creates a function that finds the credentials of a request, at most one for each security scheme. */
export function credentialFinder(schemes: {
  readonly [name: string]: SecurityScheme;
}): (head: RequestHead) => FoundCredential[] {
  const keyHeaders: { scheme: string; header: string }[] = [];
  const httpSchemes: { scheme: string; name: 'bearer' | 'basic' }[] = [];
  for (const [name, scheme] of Object.entries(schemes)) {
    if (scheme.type === 'apiKey')
      keyHeaders.push({ scheme: name, header: scheme.name.toLowerCase() });
    else httpSchemes.push({ scheme: name, name: scheme.scheme });
  }
  return (head) => {
    const found: FoundCredential[] = [];
    for (const { scheme, header } of keyHeaders) {
      const value = headerOf(head, header);
      if (value !== undefined) found.push({ scheme, value });
    }
    const authorization = headerOf(head, 'authorization');
    if (authorization === undefined) return found;
    for (const { scheme, name } of httpSchemes) {
      const token = schemeToken(authorization, name);
      if (token === undefined) continue;
      found.push({ scheme, value: name === 'basic' ? basicCredential(token) : token });
    }
    return found;
  };
}

// `Authorization: <scheme> <token>`, the scheme in any case (RFC 9110 §11.1).
function schemeToken(authorization: string, scheme: string): string | undefined {
  const isScheme = authorization.slice(0, scheme.length).toLowerCase() === scheme;
  if (!isScheme || authorization.charAt(scheme.length) !== ' ') return undefined;
  return authorization.slice(scheme.length + 1).trim();
}

// RFC 7617; name and password are form-encoded first, as RFC 6749 §2.3.1 requires.
function basicCredential(token: string): BasicCredential | undefined {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return {
      username: formDecoded(text.slice(0, colon)),
      password: formDecoded(text.slice(colon + 1)),
    };
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
