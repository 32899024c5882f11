import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

const use = `
  import { createServerFactory } from '@partner-rating/mcp';
  const createServer = createServerFactory({ apiKey: 'prk_packed', environment: 'local' });
  await createServer().close();
`;

await checkPackage(dirname(import.meta.dirname), {
  // Node 24 also loads an ES module by require.
  attw: ['--profile', 'esm-only'],
  use: ({ node }) => {
    node('dist/partner-rating-mcp.mjs', '--help');
    node('--input-type', 'module', '--eval', use);
  },
});
