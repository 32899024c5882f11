import type { ErrorCatalogue } from '@partner-rating/spec/catalogue';

/** The body of `errors.gen.ts`: the catalogue by code. */
export function errorCatalogueCode({ problems, oauth }: ErrorCatalogue): string {
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

function entry(code: string, facts: object): string {
  return `  ${code}: ${JSON.stringify(facts)},`;
}
