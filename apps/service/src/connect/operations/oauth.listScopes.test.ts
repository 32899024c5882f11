import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../testing/connect-flow.ts';

describe('GET /partner/oauth/scopes', () => {
  const flow = useConnectFlow();

  it('200 describes the six scopes of the specification', async () => {
    const response = await flow().app.inject('/api/v1/partner/oauth/scopes');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      scopes: [
        { name: 'user:profile:read', description: 'name, location and verification status' },
        { name: 'user:profile:email', description: 'the email address' },
        { name: 'user:rating:read', description: 'current rating and rating splits' },
        { name: 'user:rating:history', description: 'rating history and matches' },
        {
          name: 'user:match:submit',
          description: "submitting match results on the player's behalf",
        },
        {
          name: 'user:webhook:subscribe',
          description: "receiving notifications when the player's rating changes",
        },
      ],
    });
  });
});
