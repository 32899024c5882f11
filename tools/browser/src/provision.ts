// A step of `pnpm test`: unpacks Chromium before tests of several packages ask for it.
import { unpackedChromium } from './unpacked-chromium.ts';

const path = process.env.CHROMIUM_PATH ?? (await unpackedChromium());
process.stdout.write(`For tests that need Chromium: ${path}\n`);
