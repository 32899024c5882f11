import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type DocumentHandler, staticDocument } from './compression.ts';

// The address that the contract and the guides name, which is where a service listens if nothing else is set.
const WRITTEN_ORIGIN = 'http://localhost:3001';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  // Not the video format that has this extension too.
  '.ts': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
};

interface KnownText {
  modified: number;
  handler: DocumentHandler;
}

/** The texts of the built documentation, in which the address of this service stands in every sample. */
export class SiteTexts {
  readonly #site: string;
  readonly #publicUrl: string;
  readonly #known = new Map<string, KnownText>();

  constructor(site: string, publicUrl: string) {
    this.#site = site;
    this.#publicUrl = publicUrl;
  }

  /** Returns what answers a path below the site, with or without `.html`; undefined if it is no text or not there. */
  find(path: string): DocumentHandler | undefined {
    const page = path.replace(/\/$/, '');
    for (const name of [path, `${page}.html`, join(page, 'index.html')]) {
      const type = TYPES[extname(name)];
      const file = join(this.#site, name);
      const status = type === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
      if (type !== undefined && status?.isFile())
        return this.#handlerOf(file, type, status.mtimeMs);
    }
    return undefined;
  }

  // A new build replaces files while the service runs.
  #handlerOf(file: string, type: string, modified: number): DocumentHandler {
    const known = this.#known.get(file);
    if (known?.modified === modified) return known.handler;
    const text = readFileSync(file, 'utf8').replaceAll(WRITTEN_ORIGIN, this.#publicUrl);
    // The name of an asset changes with its content; a page is revalidated.
    const isAsset = file.startsWith(join(this.#site, 'assets/'));
    const cacheControl = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
    const handler = staticDocument(Buffer.from(text), type, cacheControl);
    this.#known.set(file, { modified, handler });
    return handler;
  }
}
