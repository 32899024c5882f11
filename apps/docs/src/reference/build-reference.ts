import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@partner-rating/spec/document';
import { languages } from './code-samples.ts';
import type { ReferenceDocument } from './references.ts';
import { servedDocument } from './served-document.ts';

/** The reference that Redocly generates from a document. */
export interface Reference {
  head: string;
  html: string;
}

// The header of the page stays visible, so link targets must be below it.
const HEADER_PIXELS = 64;
const END_OF_HEAD = '<!-- end of head -->';
// Removes the only picture from another host.
const MAKER_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
// Redocly writes addresses such as `/section/pages` for its router. No server has them.
const ROUTER_LINK = / href="\/(?!docs[/"])([^"]*)"/g;

/** Generates the reference of a document with Redocly, and adds samples to each operation. */
export async function buildReference(source: ReferenceDocument): Promise<Reference> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-reference-'));
  try {
    const file = (name: string) => join(directory, name);
    writeFileSync(file('openapi.json'), JSON.stringify(documentWithSamples(source)));
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
    return { head, html: withStaticLinks(html) + operationList(source) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function documentWithSamples({ reader, callOf, samplesOf }: ReferenceDocument): object {
  const document = servedDocument(reader);
  for (const operation of reader.operations()) {
    const item = { ...document.paths[operation.path] } as Record<string, object>;
    Object.assign(item[operation.method.toLowerCase()] ?? {}, {
      description: `${headOf(operation, callOf(operation))}\n\n${operation.description}`,
      'x-codeSamples': samplesOf(operation).map(({ label, source }) => ({
        label,
        lang: languages[label].redocly,
        source,
      })),
    });
  }
  return document;
}

/** The targets of the menu if scripts are off. */
function operationList({ reader }: ReferenceDocument): string {
  const byTag = Map.groupBy(reader.operations(), ({ tag }) => tag);
  const lists = [...byTag].map(([tag, operations]) => {
    const items = operations.map(
      ({ id, method, path, summary }) =>
        `<li><code>${id}</code> ${method} ${path}: ${summary}</li>`,
    );
    return `<h2 id="${tag.toLowerCase()}">${tag}</h2><ul>${items.join('')}</ul>`;
  });
  return `<noscript>${lists.join('')}</noscript>`;
}

/** Shows the request and the method or command of the operation above its description. */
function headOf({ id, method, path }: Operation, call: string): string {
  return `\`${method} ${path}\`\n\n${[`Operation \`${id}\``, call].filter(Boolean).join(' · ')}`;
}

/** Links lead to the right part of the page even before a script has run. */
function withStaticLinks(html: string): string {
  return html.replace(ROUTER_LINK, (_, name: string) => ` href="#${name || 'redoc'}"`);
}
