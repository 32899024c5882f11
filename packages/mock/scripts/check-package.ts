import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

const use = `
  import { startMock } from '@partner-rating/mock';
  const mock = await startMock({ scenario: 'service-down' });
  const { status } = await fetch(mock.baseUrl + '/partner/oauth/scopes');
  await mock.close();
  if (status !== 503) throw new Error('The packed mock answered ' + status + '.');
`;

await checkPackage(dirname(import.meta.dirname), {
  // Node 24 also loads an ES module by require.
  attw: ['--profile', 'esm-only'],
  use: ({ node }) => {
    node('dist/partner-rating-mock.mjs', '--help');
    node('--input-type', 'module', '--eval', use);
  },
});
