import { catalogue } from '../src/catalogue.ts';

const { sports, gameFormats, scopes, eventTypes, rateLimitClasses, errors, errorItemCodes, sets } =
  catalogue;
const [usual, ...otherClasses] = rateLimitClasses;

/** The values that replace `{{name}}` as the item of a list. */
const values: Record<string, string[]> = {
  sports: sports.map(({ code }) => code),
  'game-formats': gameFormats.map(({ code }) => code),
  'player-scopes': scopes.player.map(({ name }) => name),
  'key-scopes': scopes.key.map(({ name }) => name),
  'event-types': eventTypes.map(({ type }) => type),
  'problem-codes': errors.problems.map(({ code }) => code),
  'oauth-errors': errors.oauth.map(({ error }) => error),
  'error-item-codes': errorItemCodes.flatMap(({ codes }) => codes),
  'rate-limit-policies': rateLimitClasses.map(
    ({ name, requestsPerMinute }) => `"${name}";q=${requestsPerMinute};w=60`,
  ),
  'rate-limit-states': rateLimitClasses.map(
    ({ name, requestsPerMinute }) => `"${name}";r=${requestsPerMinute - 1};t=60`,
  ),
  ...sets,
};

/** Every list of the catalogue. */
export const catalogueLists = Object.values(values);

/** The text that replaces it, if this is more than its values. */
const texts: Record<string, string> = {
  'default-scopes': `\`${scopes.player
    .filter(({ isDefault }) => isDefault)
    .map(({ name }) => name)
    .join(' ')}\``,
  'error-item-codes': errorItemCodes
    .map(({ of, codes }) => `${of} ${inWords(codes.map((code) => `\`${code}\``))}`.trim())
    .join('; '),
  'rate-limit-classes': [...otherClasses, usual]
    .map((one) => `\`${one?.name}\` for ${one?.counts}`)
    .join(', '),
  'rate-limits': inWords(
    rateLimitClasses.map(({ name, requestsPerMinute }) => `${requestsPerMinute} in \`${name}\``),
  ),
};

/** The schema file of each event: for `connection.created`, `ConnectionCreatedEvent.yaml`. */
const eventSchemas = Object.fromEntries(
  eventTypes.map(({ type }) => [
    type,
    `${type.replaceAll(/(?:^|\.)(.)/g, (_, letter: string) => letter.toUpperCase())}Event.yaml`,
  ]),
);

/** The scopes of the OAuth 2.0 flow, each with a description of the granted access. */
const scopeTexts = Object.fromEntries(
  scopes.player.map(({ name, description }) => [name, description]),
);

/** Placeholders that are replaced by a whole object. */
const maps: Record<string, Record<string, string>> = {
  '{{player-scopes}}': scopeTexts,
  '{{event-schemas}}': eventSchemas,
};

/**
 * Replaces the names of lists in the document by the lists of the catalogue: `{{sports}}` in a description, or as the
 * only item of a list.
 */
export const fromCatalogue = () => ({
  any(node: unknown) {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'description' && typeof value === 'string') Reflect.set(node, key, filled(value));
      // A copy, because a bundler changes the objects that it puts into the document.
      if (typeof value === 'string' && value in maps) Reflect.set(node, key, { ...maps[value] });
      if (Array.isArray(value)) Reflect.set(node, key, value.flatMap(itemsOf));
    }
  },
});

function filled(text: string): string {
  return text.replaceAll(/\{\{([a-z-]+)\}\}/g, (_, name: string) => {
    return texts[name] ?? inWords(listed(name).map((value) => `\`${value}\``));
  });
}

function itemsOf(item: unknown): unknown[] {
  if (item === '{{event-schemas}}') return Object.values(eventSchemas).map(($ref) => ({ $ref }));
  const [, name] = typeof item === 'string' ? (/^\{\{([a-z-]+)\}\}$/.exec(item) ?? []) : [];
  return name === undefined ? [item] : listed(name);
}

function listed(name: string): string[] {
  const known = values[name];
  if (known !== undefined) return known;
  throw new Error(
    `The catalogue has no {{${name}}}. It has ${[...Object.keys(values), ...Object.keys(texts)].join(', ')}.`,
  );
}

function inWords(items: string[]): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
