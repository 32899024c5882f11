import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { DocumentReader, Server } from '@partner-rating/spec/document';

/** `error-codes.gen.ts`: the codes the service answers with today. */
export function errorCodes({ errors: { problems, oauth }, errorItemCodes }: Catalogue): string {
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
    '/** The `code` of an error of a request, as far as the service uses them today. */',
    union(
      'ErrorItemCode',
      errorItemCodes.flatMap(({ codes }) => codes),
    ),
    '',
  ].join('\n');
}

/** `scopes.gen.ts`: what a player can grant. */
export function scopes({ scopes: { player } }: Catalogue): string {
  const defaults = player.filter(({ isDefault }) => isDefault);
  return [
    "import type { ScopeName } from './types.gen.ts';",
    '',
    'export const scopes: readonly ScopeName[] = [',
    ...player.map(({ name }) => `  '${name}',`),
    '];',
    '',
    `export const defaultScopes: readonly [${defaults.map(() => 'ScopeName').join(', ')}] = [`,
    ...defaults.map(({ name }) => `  '${name}',`),
    '];',
    '',
    'export const scopeDescriptions: Record<ScopeName, string> = {',
    ...player.map(({ name, description }) => `  '${name}': ${JSON.stringify(description)},`),
    '};',
    '',
  ].join('\n');
}

/** `environments.gen.ts`: the servers of the document, by the name of their environment. */
export function environments({ document: { servers = [] } }: DocumentReader): string {
  return [
    '/** The servers of the document, by the name of their environment. */',
    'export const environments = {',
    ...servers.flatMap((server) => [
      `  /** ${server.description} */`,
      `  ${environmentOf(server)}: '${server.url}',`,
    ]),
    '} as const;',
    '',
  ].join('\n');
}

function environmentOf({ url, 'x-environment': name }: Server): string {
  if (name !== undefined && /^[a-z]+$/.test(name)) return name;
  throw new Error(`The server ${url} has no name. Give it an x-environment of small letters.`);
}

/** `version.gen.ts`: the version in the manifest, which a release sets before it generates. */
export function version(number: string): string {
  return [
    '/**',
    ' * The version of this package, which the client names to the service as `User-Agent`.',
    ' *',
    ' * @example',
    " * report('The client has the version', VERSION);",
    ' */',
    `export const VERSION = '${number}';`,
    '',
  ].join('\n');
}

function union(name: string, members: string[]): string {
  return `export type ${name} =\n${members.map((member) => `  | '${member}'`).join('\n')};`;
}
