import type { Catalogue } from '@partner-rating/spec/catalogue';

/** The body of `errors.gen.ts`: the catalogue by code. */
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

/** The body of `catalogue.gen.ts`: the other lists of the catalogue. */
export function catalogueCode(catalogue: Catalogue): string {
  const { sports, gameFormats, scopes, eventTypes, rateLimitClasses, errorItemCodes } = catalogue;
  return [
    '/** The sports. The contract leaves the list open, so that others can be added. */',
    list('sports', sports),
    '/** How games of the sports are won. The contract leaves the list open. */',
    list('gameFormats', gameFormats),
    '/** What a player can grant an application: a closed list. */',
    list('playerScopes', scopes.player),
    '/** What an API key can hold: a closed list. */',
    list('keyScopes', scopes.key),
    '/** The types of events. The contract leaves the list open. */',
    list('eventTypes', eventTypes),
    '/** The classes in which requests are counted, with the requests a minute that each allows. */',
    list('rateLimitClasses', rateLimitClasses),
    '/** The codes of the errors of a request. The contract leaves the list open. */',
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
