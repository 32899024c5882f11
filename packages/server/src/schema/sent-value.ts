const secrets: readonly [prefix: string, kind: string][] = [
  ['prk_', 'an API key'],
  ['pra_', 'an access token'],
  ['prr_', 'a refresh token'],
  ['prc_', 'an authorization code'],
  ['pro_', "an operator's token"],
  ['whsec_', 'a webhook signing secret'],
];

const identifiers: readonly [prefix: string, kind: string][] = [
  ['mem_', 'a member'],
  ['mat_', 'a match'],
  ['bat_', 'a batch'],
  ['evt_', 'an event'],
  ['whd_', 'a delivery'],
  ['whe_', 'a webhook endpoint'],
  ['req_', 'a request'],
  ['key_', 'an API key'],
  ['app_', 'an application'],
];

/** Names the kind of a secret by its prefix, but never its value; returns undefined for any other text. */
export function kindOfSecret(text: string): string | undefined {
  return secrets.find(([prefix]) => text.startsWith(prefix))?.[1];
}

/**
 * Describes what was sent instead of a valid value, so that the caller sees the difference: a secret by its kind, an
 * identifier together with its kind. Says nothing about a value that is long or not printable.
 */
export function describeSentValue(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Anywhere in the value, as in "Bearer pra_…".
  const secret = secrets.find(([prefix]) => value.includes(prefix));
  if (secret !== undefined) return `You sent ${secret[1]}.`;
  if (!/^[\x20-\x7e]{1,60}$/.test(value)) return undefined;
  const kind = identifiers.find(([prefix]) => value.startsWith(prefix))?.[1];
  return `You sent "${value}"${kind === undefined ? '' : `, the id of ${kind}`}.`;
}
