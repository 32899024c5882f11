/** A clone of the repository runs the sources as they are; the installed package is built. */
export const isClone = import.meta.url.endsWith('.ts');

/** How the commands are run from where this runs. */
export const commandLines = isClone
  ? {
      start: 'npx -y pnpm@12 start',
      operator: './bin/operator',
      client: 'npx -y pnpm@12 run partner-rating',
    }
  : {
      start: 'npx @partner-rating/service start',
      operator: 'npx @partner-rating/service operator',
      client: 'npx @partner-rating/client',
    };
