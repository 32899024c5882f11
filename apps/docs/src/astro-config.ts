import { fileURLToPath } from 'node:url';
import starlight from '@astrojs/starlight';
import type { AstroInlineConfig } from 'astro';
import { passthroughImageService } from 'astro/config';
import { addressOf } from './content/links.ts';
import type { Area } from './content/page.ts';
import { BASE, referencePages } from './site.ts';

// Each page contains this policy. Starlight sets styles on elements, and the search compiles wasm.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'none'; connect-src 'self'";

/** The settings of Astro and Starlight. */
export function siteConfig(directory: string, areas: Record<string, Area>): AstroInlineConfig {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const groupsOf = (name: string) =>
    (areas[name]?.menu ?? []).map(({ title, entries }) => ({
      label: title,
      items: entries.map(({ label, path }) => ({ label, link: linkTo(path) })),
    }));
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    base: BASE,
    outDir: directory,
    cacheDir: `${directory}.cache`,
    trailingSlash: 'never',
    build: { format: 'preserve', assets: 'assets', inlineStylesheets: 'never' },
    image: { service: passthroughImageService() },
    prefetch: false,
    integrations: [
      starlight({
        title: 'Partner Rating',
        logo: { src: './public/favicon.svg', alt: '' },
        favicon: '/favicon.svg',
        customCss: ['./src/style/theme.css'],
        head: [
          { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY } },
        ],
        components: {
          EditLink: './src/components/EditLink.astro',
          Search: './src/components/Search.astro',
          Sidebar: './src/components/Sidebar.astro',
          SocialIcons: './src/components/SocialIcons.astro',
        },
        routeMiddleware: './src/collapse-sidebar.ts',
        tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
        credits: false,
        // `writeSearchIndex` replaces this index with one that also contains the operations.
        pagefind: { ranking: { pageLength: 0.5, termFrequency: 0.5, metaWeights: { title: 1 } } },
        expressiveCode: {
          themes: ['github-dark', 'github-light'],
          styleOverrides: { borderRadius: '0.5rem' },
          defaultProps: { frame: 'none' },
          textMarkers: false,
        },
        sidebar: [
          ...groupsOf('guides'),
          ...Object.values(referencePages).map(({ title, path }) => ({
            label: title,
            link: linkTo(path),
          })),
          { label: 'SDK', items: groupsOf('sdk') },
          { label: 'Error pages', items: groupsOf('errors') },
          { label: 'Packages and files', link: linkTo('downloads') },
          ...groupsOf('changelog'),
        ],
      }),
    ],
    vite: {
      // Vite warns about Astro's own directives.
      logLevel: 'error',
      build: { assetsInlineLimit: 0 },
      // The package has a native part, which cannot be bundled.
      ssr: { external: ['satteri'] },
    },
  };
}

/** Returns the path without the path of the site, because Starlight adds that path itself. */
function linkTo(path: string): string {
  return `/${addressOf(path).slice(BASE.length)}`;
}
