import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@partner-rating/spec/contract';
import { codeSamples } from './code-samples.ts';
import { withStaticLinks } from './static-links.ts';

/** What surrounds the reference on its page. */
export interface ReferenceFrame {
  base: string;
  /** The page, in which `{{{redocHead}}}` and `{{{redocHTML}}}` stand for the reference. */
  template: string;
  /** Keeps a script as a file of its own and gives its address. */
  addScript: (content: string) => string;
}

/** The contract, each operation with how it is called. */
function withCodeSamples(): object {
  const document = structuredClone(contract.document);
  for (const operation of contract.operations()) {
    const { path, method } = operation;
    const item = { ...document.paths[path] } as Record<string, object>;
    Object.assign(item[method.toLowerCase()] ?? {}, { 'x-codeSamples': codeSamples(operation) });
  }
  return document;
}

// The page's header stays in sight, so what is linked to begins below it.
const HEADER_PIXELS = 56;

/** The page that Redocly makes of the contract, inside the frame of the site. */
export async function buildReference(frame: ReferenceFrame): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-rating-reference-'));
  try {
    const file = (name: string) => join(directory, name);
    const document = JSON.stringify(withCodeSamples());
    writeFileSync(file('openapi.json'), document.replaceAll('](/docs/', `](${frame.base}`));
    writeFileSync(file('page.hbs'), frame.template);
    writeFileSync(file('redocly.yaml'), 'telemetry: off\n');
    const options = { scrollYOffset: HEADER_PIXELS };
    await redocly([
      ...['build-docs', file('openapi.json'), '--config', file('redocly.yaml')],
      ...['--template', file('page.hbs'), '--output', file('page.html')],
      ...['--openapi', JSON.stringify(options), '--inlineBundle'],
    ]);
    const page = withStaticLinks(readFileSync(file('page.html'), 'utf8'));
    return withoutInlineScripts(page, frame.addScript);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function redocly(parameters: string[]): Promise<void> {
  const child = spawn('redocly', parameters, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`The reference could not be built:\n${complaint}`);
}

const MAKER_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
const NO_PICTURE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

// Scripts become files: so none has to be allowed inside the page, and browsers keep them.
function withoutInlineScripts(html: string, addScript: ReferenceFrame['addScript']): string {
  return html.replace(
    /<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g,
    (_whole, attributes: string, content: string) => {
      // The one picture that would come from another host.
      const script = content.trim().replaceAll(MAKER_LOGO, NO_PICTURE);
      return `<script${attributes} src="${addScript(script)}"></script>`;
    },
  );
}
