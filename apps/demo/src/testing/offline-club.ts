import { type Club, createClub } from '../club.ts';

export const players = {
  you: { id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0', memberId: 10482, name: 'Mike Brennan' },
  members: [
    { id: 'mem_01jq8z7c5e9tkr0v6p3g8w2nbd', memberId: 10517, name: 'Priya Natarajan' },
    { id: 'mem_01jq9a2f7hxm4q8s1z6y3t5vkc', memberId: 10533, name: 'Daniel Okafor' },
    { id: 'mem_01jqa4k8n2p6w0d9r7e5c3j1fs', memberId: 10591, name: 'Sofia Lindqvist' },
  ],
};

/** A club whose service does not respond. */
export function offlineClub(changes: Partial<Club> = {}): Club {
  const club = createClub({
    facts: {
      baseUrl: 'http://localhost:3001/api/v1',
      apiKey: 'prk_test',
      redirectUri: 'http://localhost:4000/callback',
      member: { ...players.you, email: 'mike.brennan@example.com', password: 'a long walk' },
      otherMembers: players.members,
    },
    redirectUri: 'http://localhost:4000/callback',
    serviceAddress: 'http://127.0.0.1:1/api/v1',
    dataDirectory: '/nowhere',
    clock: () => new Date('2026-09-12T18:04:11Z'),
    warn: () => {},
  });
  return { ...club, ...changes };
}
