import type { DocumentReader, Server } from '@partner-rating/spec/document';

/** `environments.gen.ts`: the servers of the document, by the name of their environment. */
export function environments({ document: { servers = [] } }: DocumentReader): string {
  return [
    '/** The servers of the document, by the name of their environment. */',
    'export const environments = {',
    ...servers.flatMap((server) => [
      `  /** ${server.description} */`,
      `  ${nameOf(server)}: '${server.url}',`,
    ]),
    '} as const;',
    '',
  ].join('\n');
}

function nameOf({ url, 'x-environment': name }: Server): string {
  if (name !== undefined && /^[a-z]+$/.test(name)) return name;
  throw new Error(`The server ${url} has no name. Give it an x-environment of small letters.`);
}
