import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { DocumentReader, Server } from '@partner-rating/spec/document';

/** Returns `error-codes.gen.ts`: the error codes of the service today. */
export function errorCodes({ errors: { problems, oauth }, errorItemCodes }: Catalogue): string {
  return [
    '/** The values of `code` in a problem (RFC 9457) that the service uses today. */',
    union(
      'ProblemCode',
      problems.map(({ code }) => code),
    ),
    '',
    '/** The values of `error` in an OAuth error response (RFC 6749) that the service uses today. */',
    union(
      'OAuthCode',
      oauth.map(({ error }) => error),
    ),
    '',
    '/** The values of `code` in an error of a request that the service uses today. */',
    union(
      'ErrorItemCode',
      errorItemCodes.flatMap(({ codes }) => codes),
    ),
    '',
  ].join('\n');
}

/** Returns `scopes.gen.ts`: the scopes that a player can grant. */
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

/** Returns `environments.gen.ts`: the servers of the document, by environment name. */
export function environments({ document: { servers = [] } }: DocumentReader): string {
  return [
    '/** The servers of the document, by environment name. */',
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
  throw new Error(`The server ${url} has no name. Give it an x-environment in lower case.`);
}

/** Returns `version.gen.ts`: the version in the manifest, which a release sets before it generates. */
export function version(number: string): string {
  return [
    '/**',
    ' * The version of this package, which the client sends as `User-Agent`.',
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
