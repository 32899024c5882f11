import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type DocumentHandler, staticDocument } from './compression.ts';

// The address in the contract and the guides. It is the default address of the service.
const WRITTEN_ORIGIN = 'http://localhost:3001';

/** Replaces the address of the service in a text by its own, also where it is a parameter of another address. */
export function withOwnAddress(text: string, publicUrl: string): string {
  return text
    .replaceAll(WRITTEN_ORIGIN, publicUrl)
    .replaceAll(encodeURIComponent(WRITTEN_ORIGIN), encodeURIComponent(publicUrl));
}

// Where the pages of the site name the operator.
const OPERATOR_MARK = '<!--operator-->';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  // Not a video, whose format has this extension too.
  '.ts': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
};

interface KnownText {
  modified: number;
  handler: DocumentHandler;
}

/** What the documentation says of this service. */
interface Served {
  publicUrl: string;
  /** Who operates the service, as HTML. */
  operator: string;
}

/** Serves the texts of the built documentation, with the address of this service in every sample. */
export class SiteTexts {
  readonly #site: string;
  readonly #served: Served;
  readonly #known = new Map<string, KnownText>();

  constructor(site: string, served: Served) {
    this.#site = site;
    this.#served = served;
  }

  /** Returns the handler of a path in the site, with or without `.html`. Undefined if it is not a text or does not exist. */
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
    const { publicUrl, operator } = this.#served;
    const text = withOwnAddress(readFileSync(file, 'utf8'), publicUrl).replace(
      OPERATOR_MARK,
      () => operator,
    );
    // The name of an asset changes with its content. Caches revalidate pages.
    const isAsset = file.startsWith(join(this.#site, 'assets/'));
    const cacheControl = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
    const handler = staticDocument(Buffer.from(text), type, cacheControl);
    this.#known.set(file, { modified, handler });
    return handler;
  }
}
