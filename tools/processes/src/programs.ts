import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** The programs of this workspace that other packages start. Only this file contains their paths. */
export const programs = {
  service: pathOf('apps/service/src/main.ts'),
  mock: pathOf('packages/mock/src/main.ts'),
  mcp: pathOf('packages/mcp/src/main.ts'),
  league: pathOf('tools/lab/league/main.ts'),
};
