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

/** Calls an operation for which this version has no method. Path parameters are encoded, and not logged. */
export async function drawOf(tournamentId: string): Promise<unknown> {
  const path = { tournamentId };
  return await client.request('GET', '/partner/draws/{tournamentId}', { path });
}
