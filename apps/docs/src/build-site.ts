import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorPages } from './error-pages.ts';
import { guidePages, guides } from './guide-pages.ts';

const require = createRequire(import.meta.url);

/** Builds the whole site into a directory, which is emptied first. */
export function buildSite(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });

  const cataloguePath = require.resolve('@partner-rating/spec/errors.json');
  const catalogue = JSON.parse(readFileSync(cataloguePath, 'utf8'));
  for (const { path, html } of [...errorPages(catalogue), ...guidePages()]) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), html);
  }
  // The pictures and example files that the guides link to.
  cpSync(guides, join(directory, 'guides'), {
    recursive: true,
    filter: (source) => !source.endsWith('.md'),
  });
  buildReference(join(directory, 'index.html'));
}

// The page that Redocly makes asks another host for its maker's logo; this forbids it.
const CONTENT_SECURITY_POLICY =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'; ' +
  "script-src 'self' 'unsafe-inline'; worker-src blob:; style-src 'unsafe-inline'; " +
  "img-src 'self' data:; font-src data:\">";

// The scripts are embedded, or the page would load them from another host.
function buildReference(output: string): void {
  const document = require.resolve('@partner-rating/spec/openapi.yaml');
  const title = 'Partner Rating Service reference';
  const { status, stderr } = spawnSync(
    'redocly',
    ['build-docs', document, '--output', output, '--inlineBundle', '--title', title],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The reference could not be built:\n${stderr}`);
  const html = readFileSync(output, 'utf8');
  writeFileSync(output, html.replace('<head>', `<head>\n${CONTENT_SECURITY_POLICY}`));
}
