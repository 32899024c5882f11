import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../testing/connect-flow.ts';

describe('GET /partner/oauth/scopes', () => {
  const flow = useConnectFlow();

  it('200 describes the six scopes of the specification', async () => {
    const response = await flow().app.inject('/api/v1/partner/oauth/scopes');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      scopes: [
        {
          name: 'user:profile:read',
          description:
            'full name, age, gender, location with postal code, wheelchair use, and whether five games are rated',
        },
        { name: 'user:profile:email', description: 'the email address' },
        {
          name: 'user:rating:read',
          description: 'current ratings in each sport, for singles, doubles, and age groups',
        },
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
