import type { FastifyRequest } from 'fastify';
import type { SecurityScheme } from '../schema/operation-table.ts';

/** User name and password of `Authorization: Basic`, form-decoded as RFC 6749 §2.3.1 requires. */
export interface BasicCredential {
  username: string;
  password: string;
}

/** A credential found on a request. */
export interface FoundCredential {
  /** The security scheme of the document it belongs to. */
  scheme: string;
  /** `undefined` where it cannot be read. */
  value: string | BasicCredential | undefined;
}

/** The credentials a request carries, at most one for each security scheme. */
export function findCredentials(
  request: FastifyRequest,
  schemes: { readonly [name: string]: SecurityScheme },
): FoundCredential[] {
  const found: FoundCredential[] = [];
  const { headers } = request.raw;
  for (const name in schemes) {
    const scheme = schemes[name] as SecurityScheme;
    if (scheme.type === 'apiKey') {
      const value = headers[scheme.name.toLowerCase()];
      if (value !== undefined) found.push({ scheme: name, value: String(value) });
    } else if (headers.authorization !== undefined) {
      const token = schemeToken(headers.authorization, scheme.scheme);
      if (token === undefined) continue;
      found.push({
        scheme: name,
        value: scheme.scheme === 'basic' ? basicCredential(token) : token,
      });
    }
  }
  return found;
}

// `Authorization: <scheme> <token>`, the scheme in any case (RFC 9110 §11.1).
function schemeToken(authorization: string, scheme: string): string | undefined {
  const isScheme = authorization.slice(0, scheme.length).toLowerCase() === scheme;
  if (!isScheme || authorization.charAt(scheme.length) !== ' ') return undefined;
  return authorization.slice(scheme.length + 1).trim();
}

// RFC 7617, with name and password form-encoded before, as RFC 6749 §2.3.1 requires.
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
