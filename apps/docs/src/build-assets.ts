import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Addresses of what all pages load. */
export interface Assets {
  script: string;
  styles: string[];
  icon: string;
}

const browser = fileURLToPath(new URL('./browser/', import.meta.url));

/** Files whose name changes with their content, so that browsers may keep them for good. */
export class AssetFolder {
  readonly #directory: string;
  readonly #base: string;

  constructor(site: string, base: string) {
    this.#directory = join(site, 'assets');
    this.#base = `${base}assets/`;
    mkdirSync(this.#directory, { recursive: true });
  }

  /** Keeps a file, compressed too, and gives its address. */
  add(name: string, content: string): string {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    return this.#write(name.replace(/(?=\.\w+$)/, `-${hash}`), content);
  }

  /** Bundles what runs in the browser, with its styles. */
  async bundle(): Promise<Assets> {
    const { output } = (await build({
      configFile: false,
      root: browser,
      base: this.#base,
      logLevel: 'warn',
      build: {
        write: false,
        modulePreload: { polyfill: false },
        assetsDir: '',
        rolldownOptions: { input: join(browser, 'site.ts') },
      },
    })) as Rolldown.RolldownOutput;
    const files = output.map((file) => ({
      address: this.#write(
        file.fileName,
        file.type === 'chunk' ? file.code : Buffer.from(file.source),
      ),
      isEntry: file.type === 'chunk' && file.isEntry,
    }));
    return {
      script: files.find(({ isEntry }) => isEntry)?.address ?? '',
      styles: files.map(({ address }) => address).filter((address) => address.endsWith('.css')),
      icon: this.add('icon.svg', readFileSync(join(browser, 'icon.svg'), 'utf8')),
    };
  }

  #write(name: string, content: string | Buffer): string {
    const path = join(this.#directory, name);
    writeFileSync(path, content);
    writeFileSync(`${path}.gz`, gzipSync(content));
    return `${this.#base}${name}`;
  }
}
