import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

// What it does once it is installed is tried by the rehearsal of a release.
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
