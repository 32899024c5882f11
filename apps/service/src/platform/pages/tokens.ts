import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(import.meta.dirname, 'styles/tokens.css'), 'utf8');

const [light = ''] = sheet.split('@media');

/** The colours of the light design, by the names that `styles/tokens.css` gives them. */
export const colours: Readonly<Record<string, string>> = Object.fromEntries(
  [...light.matchAll(/--([\w-]+):\s*(#\w+);/g)].map(([, name = '', colour = '']) => [name, colour]),
);
