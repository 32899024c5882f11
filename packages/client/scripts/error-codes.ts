import type { ErrorCatalogue } from '@partner-rating/spec/catalogue';

/** `error-codes.gen.ts`: the codes the service answers with today. */
export function errorCodes({ problems, oauth }: ErrorCatalogue): string {
  return [
    '/** The `code` of a problem (RFC 9457), as far as the service uses them today. */',
    union(
      'ProblemCode',
      problems.map(({ code }) => code),
    ),
    '',
    '/** The `error` of an OAuth refusal (RFC 6749), as far as the service uses them today. */',
    union(
      'OAuthCode',
      oauth.map(({ error }) => error),
    ),
    '',
  ].join('\n');
}

function union(name: string, members: string[]): string {
  return `export type ${name} =\n${members.map((member) => `  | '${member}'`).join('\n')};`;
}
