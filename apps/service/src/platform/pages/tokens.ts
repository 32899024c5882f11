import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(import.meta.dirname, 'styles/tokens.css'), 'utf8');

const [lightSheet = '', darkSheet = ''] = sheet.split('@media (prefers-color-scheme: dark)');

function colorsIn(css: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(css.matchAll(/--([\w-]+): (#\w+);/g), ([, name = '', color = '']) => [name, color]),
  );
}

const light: Readonly<Record<string, string>> = colorsIn(lightSheet);

/** The colors of the pages by their names in `styles/tokens.css`, for formats without custom properties. */
export const colors = { light, dark: { ...light, ...colorsIn(darkSheet) } } as const;
