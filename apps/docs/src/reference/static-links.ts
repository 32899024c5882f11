import { contract } from '@partner-rating/spec/contract';

const tags = new Set(contract.operations().map(({ tag }) => tag.toLowerCase()));
const address = new RegExp(` href="/((?:(?:section|${[...tags].join('|')})(?:/[^"]*)?)?)"`, 'g');

/**
 * The page as it is sent, with links that lead somewhere before a script runs. Redocly writes the addresses of its
 * router, `/section/pages`, which no server has: what stands there is the part of the page with that name.
 */
export function withStaticLinks(html: string): string {
  const [before = '', reference] = html.split(/(?=<div id="redoc">)/);
  if (reference === undefined) throw new Error('The page of Redocly has no part with id="redoc".');
  return before + reference.replace(address, (_, name: string) => ` href="#${name || 'redoc'}"`);
}
