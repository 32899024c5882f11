import type { Catalogue } from '@partner-rating/spec/catalogue';

/** Returns the body of `errors.gen.ts`: the catalogue by code. */
export function errorCatalogueCode({ problems, oauth }: Catalogue['errors']): string {
  const byCode = problems.map(({ code, status, title, detail, action }) =>
    entry(code, { status, title, detail, action }),
  );
  const byError = oauth.map(({ error, status, description, action }) =>
    entry(error, { status, description, action }),
  );
  return [
    '/** The problems of the error catalogue, by code. */',
    'export const problems = {',
    ...byCode,
    '} as const;',
    '',
    '/** The OAuth errors of the error catalogue, by code. */',
    'export const oauthErrors = {',
    ...byError,
    '} as const;',
    '',
  ].join('\n');
}

/** Returns the body of `catalogue.gen.ts`: the other lists of the catalogue. */
export function catalogueCode(catalogue: Catalogue): string {
  const { sports, gameFormats, scopes, eventTypes, rateLimitClasses, errorItemCodes } = catalogue;
  return [
    '/** The sports. The list is open: the contract may add sports. */',
    list('sports', sports),
    '/** How games of the sports are won. The list is open. */',
    list('gameFormats', gameFormats),
    '/** The scopes that a player can grant to an application. The list is closed. */',
    list('playerScopes', scopes.player),
    '/** The scopes that an API key can have. The list is closed. */',
    list('keyScopes', scopes.key),
    '/** The types of events. The list is open. */',
    list('eventTypes', eventTypes),
    '/** The rate limit classes, with the requests per minute that each allows. */',
    list('rateLimitClasses', rateLimitClasses),
    '/** The codes of the errors of a request. The list is open. */',
    list(
      'errorItemCodes',
      errorItemCodes.flatMap(({ codes }) => codes),
    ),
  ].join('\n');
}

function list(name: string, items: (object | string)[]): string {
  const lines = items.map((item) => `  ${JSON.stringify(item)},\n`);
  return `export const ${name} = [\n${lines.join('')}] as const;\n`;
}

function entry(code: string, facts: object): string {
  return `  ${code}: ${JSON.stringify(facts)},`;
}
