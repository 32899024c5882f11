import { dirname, join } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';
import { checkPackedSizes } from '../bench/bundlers.ts';
import { entryFiles } from './entry-files.ts';

// Checks that all entry points share one error class, for `instanceof`, and that the test kit answers.
const use = `async (...entries) => {
  const { PartnerRatingClient, PartnerRatingError, WebhookVerificationError } = Object.assign({}, ...entries);
  const { ExampleService, createSend, environments, usageGet } = Object.assign({}, ...entries);
  if (!(WebhookVerificationError.prototype instanceof PartnerRatingError)) {
    throw new Error('The entry points of the package have different PartnerRatingError classes.');
  }
  const { fetch } = new ExampleService();
  await new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local', fetch }).usage.get();
  const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local, fetch: async () => Response.error() });
  const error = await send(usageGet, {}, { maxRetries: 0 }).catch((thrown) => thrown);
  if (error instanceof PartnerRatingError) return;
  throw new Error('An error of createSend has another class than the errors of the client.');
}`;

await checkPackage(dirname(import.meta.dirname), {
  use: async ({ folder, node, inEachFormat }) => {
    await checkPackedSizes(join(folder, 'dist'));
    node('dist/partner-rating.mjs', '--help');
    inEachFormat(use, Object.keys(entryFiles));
  },
});
