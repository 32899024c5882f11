// Part of `pnpm run version`: the document's info.version moves with the package that publishes it.
import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENT = 'spec/openapi.yaml';
const LINE = /^( {2}version: ).*$/m;

const { version } = JSON.parse(readFileSync('spec/package.json', 'utf8')) as { version: string };
const document = readFileSync(DOCUMENT, 'utf8');
if (!LINE.test(document)) {
  throw new Error(`${DOCUMENT} has no line "  version: …" under info. Put it back.`);
}
writeFileSync(DOCUMENT, document.replace(LINE, `$1${version}`));
