import { createHandler } from '@partner-rating/server';

export const handle: (request: Request) => Promise<Response> = createHandler({
  handlers: {},
  missing: 'example',
  authenticate: {
    ApiKey: () => ({ kind: 'key', scopes: new Set(['key:member:read']) }),
    AccessToken: () => null,
    ClientBasic: () => null,
  },
  problemTypeBase: 'https://ratings.example/docs/errors/',
});
