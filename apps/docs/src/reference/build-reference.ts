import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { codeSamples, languages } from './code-samples.ts';

/** What Redocly makes of the contract, for the page that has it. */
export interface Reference {
  head: string;
  html: string;
}

// The page's header stays in sight, so what is linked to begins below it.
const HEADER_PIXELS = 64;
const END_OF_HEAD = '<!-- end of head -->';
// The one picture that would come from another host.
const MAKER_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
// Redocly writes the addresses of its router, `/section/pages`, which no server has.
const ROUTER_LINK = / href="\/(?!docs[/"])([^"]*)"/g;

/** Has Redocly make the reference of the contract, in which each operation shows how it is called. */
export async function buildReference(): Promise<Reference> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-reference-'));
  try {
    const file = (name: string) => join(directory, name);
    writeFileSync(file('openapi.json'), JSON.stringify(documentWithSamples()));
    writeFileSync(file('page.hbs'), `{{{redocHead}}}${END_OF_HEAD}{{{redocHTML}}}`);
    writeFileSync(file('redocly.yaml'), 'telemetry: off\n');
    const options = {
      scrollYOffset: HEADER_PIXELS,
      codeSamples: { languages: Object.keys(languages).map((label) => ({ lang: label, label })) },
    };
    const parameters = [
      ...['build-docs', file('openapi.json'), '--config', file('redocly.yaml')],
      ...['--template', file('page.hbs'), '--output', file('page.html')],
      ...['--openapi', JSON.stringify(options), '--inlineBundle'],
    ];
    await new Promise<void>((resolve, reject) => {
      execFile('redocly', parameters, (error) => (error ? reject(error) : resolve()));
    });
    const page = readFileSync(file('page.html'), 'utf8').replaceAll(MAKER_LOGO, 'data:,');
    const [head = '', html = ''] = page.split(END_OF_HEAD);
    return { head, html: withStaticLinks(html) + operationList() };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function documentWithSamples(): object {
  const document = structuredClone(contract.document);
  for (const operation of contract.operations()) {
    const item = { ...document.paths[operation.path] } as Record<string, object>;
    Object.assign(item[operation.method.toLowerCase()] ?? {}, {
      description: `${callOf(operation)}\n\n${operation.description}`,
      'x-codeSamples': codeSamples(operation).map(({ label, source }) => ({
        label,
        lang: languages[label].redocly,
        source,
      })),
    });
  }
  return document;
}

/** What the menu leads to if no script fills the page. */
function operationList(): string {
  const byTag = Map.groupBy(contract.operations(), ({ tag }) => tag);
  const lists = [...byTag].map(([tag, operations]) => {
    const items = operations.map(
      ({ id, method, path, summary }) =>
        `<li><code>${id}</code> ${method} ${path}: ${summary}</li>`,
    );
    return `<h2 id="${tag.toLowerCase()}">${tag}</h2><ul>${items.join('')}</ul>`;
  });
  return `<noscript>${lists.join('')}</noscript>`;
}

/** How a request and the client name the operation, above its description. */
function callOf({ id, method, path, isCalled }: Operation): string {
  const client = isCalled ? ` · \`client.${id}()\` in the [SDK](/docs/sdk)` : '';
  return `\`${method} ${path}\`\n\nOperation \`${id}\`${client}`;
}

/** Links lead to the part of the page with that name, before a script runs too. */
function withStaticLinks(html: string): string {
  return html.replace(ROUTER_LINK, (_, name: string) => ` href="#${name || 'redoc'}"`);
}
