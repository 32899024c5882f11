import type { Schemas } from '../src/index.ts';

/** The member in the responses of both servers of the overhead benchmark. */
export const member: Schemas.Member = {
  id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  memberId: 10482,
  firstName: 'Mike',
  lastName: 'Brennan',
  fullName: 'Mike Brennan',
  displayName: 'Mike B.',
  age: 40,
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
  gender: 'MALE',
  status: { isVairified: true, isWheelchair: false, isConnected: true, isGhost: false },
  sport: {
    pickleball: {
      R: 4.268,
      reliability: 0.82,
      games: 57,
      splits: {
        'overall-open': { R: 4.268, reliability: 0.82, games: 57 },
        'gender-open': { R: 4.301, reliability: 0.71, games: 32 },
      },
    },
  },
  grantedScopes: ['user:profile:read', 'user:rating:read'],
};
