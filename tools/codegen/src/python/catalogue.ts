import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { DocumentReader } from '@partner-rating/spec/document';
import { docstring, literal } from './literal.ts';

/** Returns `catalogue.py`: the lists of the contract that the client knows. */
export function catalogueModule({ scopes: { player } }: Catalogue, { document }: DocumentReader) {
  const tuple = (names: string[]) =>
    `(\n${names.map((name) => `    ${JSON.stringify(name)},\n`).join('')})`;
  const environments = (document.servers ?? []).map((server) => [
    server['x-environment'],
    server.url,
  ]);
  return [
    '"""The lists of the contract."""',
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Mapping',
    '',
    `SCOPES: tuple[str, ...] = ${tuple(player.map(({ name }) => name))}`,
    ...docstring('Every scope a player can grant; a closed set.', ''),
    '',
    `DEFAULT_SCOPES: tuple[str, ...] = ${tuple(player.filter(({ isDefault }) => isDefault).map(({ name }) => name))}`,
    ...docstring('The scopes of an authorization that names none.', ''),
    '',
    `ENVIRONMENTS: Mapping[str, str] = ${literal(Object.fromEntries(environments))}`,
    ...docstring('The servers of the document, by environment name.', ''),
    '',
  ].join('\n');
}

/** Returns `version.py`: the version of both clients, which a release sets before it generates. */
export function versionModule(version: string): string {
  return [
    '"""The version of this package."""',
    '',
    `VERSION = ${JSON.stringify(version)}`,
    ...docstring('The client sends it as `User-Agent`.', ''),
    '',
  ].join('\n');
}
