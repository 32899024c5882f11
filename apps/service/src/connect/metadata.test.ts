import { expect, it } from 'vitest';
import { useConnectFlow } from './testing/connect-flow.ts';

const flow = useConnectFlow({ publicUrl: 'https://ratings.example' });

it.each(['oauth-authorization-server', 'oauth-protected-resource'])(
  'the metadata is available to clients that append /.well-known/%s to the address of the API',
  async (name) => {
    const appended = await flow().app.inject(`/api/v1/.well-known/${name}`);
    const standard = await flow().app.inject(`/.well-known/${name}/api/v1`);
    expect([appended.statusCode, appended.json()]).toEqual([200, standard.json()]);
  },
);
