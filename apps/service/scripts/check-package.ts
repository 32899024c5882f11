import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

// The rehearsal of a release tests the installed package.
await checkPackage(dirname(import.meta.dirname), {
  use: ({ node }) => {
    for (const words of [
      [],
      ['start'],
      ['migrate'],
      ['operator'],
      ['operator', 'partner', 'create'],
    ]) {
      node('dist/main.mjs', ...words, '--help');
    }
  },
});
