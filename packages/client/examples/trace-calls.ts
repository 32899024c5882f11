import { PartnerRatingClient } from '@partner-rating/client';

export const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  environment: 'staging',
  environments: { staging: 'https://staging.example/api/v1' },
  headers: { 'x-club': 'Courtside' },
  hooks: {
    beforeRequest: ({ operation, headers }) => {
      headers['x-trace'] = `${operation} ${crypto.randomUUID()}`;
    },
    afterResponse: ({ status, headers }, { operation }) => {
      console.debug(operation, status, headers.get('x-request-id'));
    },
  },
});

/** An operation that this version has no method for. Parameters of the path are encoded, and in no log. */
export async function drawOf(tournamentId: string): Promise<unknown> {
  const path = { tournamentId };
  return await client.request('GET', '/partner/draws/{tournamentId}', { path });
}
