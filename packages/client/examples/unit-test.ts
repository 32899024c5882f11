import { PartnerRatingClient } from '@partner-rating/client';
import { ExampleService, example } from '@partner-rating/client/testing';
import { expect, test } from 'vitest';

/** Your code, which takes the client as a parameter. */
async function greeting(client: PartnerRatingClient, memberId: string): Promise<string> {
  const member = await client.members.get(memberId);
  return member.sport?.padel ? `Welcome back, ${member.firstName}!` : 'Ready for a first match?';
}

test('invites a player who has never played padel to a first match', async () => {
  const service = new ExampleService();
  const client = new PartnerRatingClient({
    apiKey: 'prk_test',
    environment: 'local',
    fetch: service.fetch,
  });

  // By default every operation is answered with its first example.
  expect(await greeting(client, '10482')).toBe('Welcome back, Mike!');

  // To change the answer, pass your own, or the name of an example, which may be an error.
  service.answer('members.get', { body: { ...example('members.get'), sport: {} } });
  expect(await greeting(client, '10482')).toBe('Ready for a first match?');
  service.answer('members.get', 'error-not_connected');
  await expect(greeting(client, '10482')).rejects.toMatchObject({ code: 'not_connected' });

  // The recorded requests.
  expect(service.requestsOf('members.get')).toHaveLength(3);
  expect(service.requestsOf('members.get')[0]?.query).toEqual({ memberId: '10482' });
});
