// A deprecated operation, from the document to the user of the client: with a document modified for the
// test, since nothing in the real one is deprecated.
import { PartnerRatingClient } from '@partner-rating/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testServer } from '../testing/test-server.ts';

vi.mock('../generated/operations.gen.ts', async () => {
  const { operationTable, securitySchemes } = await import('@partner-rating/codegen/server');
  const { readModel } = await import('@partner-rating/codegen/model');
  const { contract } = await import('@partner-rating/spec/contract');
  Object.assign(contract.document.paths['/partner/usage']?.get ?? {}, {
    deprecated: true,
    'x-deprecated-at': '2026-10-01',
    'x-sunset': '2027-04-01',
  });
  return {
    operations: operationTable(readModel(contract)),
    securitySchemes: securitySchemes(contract),
  };
});

it('a deprecated operation is announced by the service, and the client warns of it once', async () => {
  const usage = { limit: 600 };
  const app = await testServer(
    { 'usage.get': () => ({ status: 200, body: usage }) as never },
    {
      validateResponses: false,
      deprecationPolicy: 'https://ratings.example/docs/guides/versioning',
    },
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const warnings: string[] = [];
  const client = new PartnerRatingClient({
    apiKey: 'prk_all',
    baseUrl: `${address}/api/v1`,
    logger: { debug: () => undefined, warn: (message) => void warnings.push(message) },
  });
  onTestFinished(() => client[Symbol.asyncDispose]());

  const { data, response } = await client.usage.get().withResponse();
  expect(data).toEqual(usage);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    deprecation: '@1790812800',
    sunset: 'Thu, 01 Apr 2027 00:00:00 GMT',
    link: '<https://ratings.example/docs/guides/versioning>; rel="deprecation"; type="text/html"',
  });
  await client.usage.get();
  expect(warnings).toEqual([expect.stringMatching(/^usage\.get.* deprecated.* Thu, 01 Apr 2027 /)]);
});
