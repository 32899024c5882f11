const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
  'request_uri',
  // Not supported: read only so that a request is refused that needs them.
  'request',
  'response_mode',
  'prompt',
  'max_age',
  'authorization_details',
] as const;

export type ParameterName = (typeof names)[number];

/** The parameters of the authorization page, as they came. */
export interface AuthorizationQuery {
  values: Partial<Record<ParameterName, string>>;
  /** Parameters that came more than once: none of their values counts (RFC 6749 §3.1). */
  repeated: ParameterName[];
  /** Parameters whose percent-encoding is not that of UTF-8 text. */
  malformed: ParameterName[];
}

/**
 * Reads a query string strictly, so that no two readers of one address see different parameters.
 * Other parameters are ignored and an empty value counts as none, as RFC 6749 §3.1 asks.
 */
export function parseAuthorizationQuery(query: string): AuthorizationQuery {
  const found = new Map<ParameterName, (string | null)[]>();
  for (const pair of query.split('&')) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = names.find((known) => known === decode(rawName));
    if (name === undefined) continue;
    found.set(name, [...(found.get(name) ?? []), decode(rest.join('='))]);
  }
  const parsed: AuthorizationQuery = { values: {}, repeated: [], malformed: [] };
  for (const [name, [value, ...others]] of found) {
    if (others.length > 0) parsed.repeated.push(name);
    else if (value === null) parsed.malformed.push(name);
    else if (value !== undefined && value !== '') parsed.values[name] = value;
  }
  return parsed;
}

/** A query string from which the same parameters are read again. */
export function formatAuthorizationQuery(values: AuthorizationQuery['values']): string {
  return names
    .flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
    })
    .join('&');
}

function decode(text: string): string | null {
  if (!/^[\x21-\x7e]*$/.test(text)) return null;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
