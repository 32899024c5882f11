import { dirname } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';

const use = `async ({ createHandlers }, { PartnerRatingClient }, { setupServer }) => {
  const rating = createHandlers();
  const server = setupServer(...rating.handlers);
  server.listen();
  const client = new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local' });
  const { id } = await client.matches.get('mat_01k4yh2c3q7f8x5b0n6r9w1d4e');
  if (id !== 'mat_01k4yh2c3q7f8x5b0n6r9w1d4e') throw new Error('Wrong match: ' + id);
  server.close();
}`;
const names = ['@partner-rating/msw', '@partner-rating/client', 'msw/node'];

await checkPackage(dirname(import.meta.dirname), {
  use: ({ inEachFormat }) => inEachFormat(use, names),
});
