import type { Schemas } from '@partner-rating/server';

const mike = { memberId: 10482, id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0', displayName: 'Mike B.' };

/** A `rating.updated` for a receiver who may not read the rating. */
export const ratingUpdated: Schemas.RatingUpdate = {
  ...mike,
  sport: 'pickleball',
  changedAt: '2026-09-12T12:00:00.000Z',
  sequence: 58,
};

export const connectionCreated: Schemas.ConnectionCreated = {
  ...mike,
  grantedScopes: ['user:profile:read'],
  connectedAt: '2026-09-12T12:00:00.000Z',
};

export const connectionRevoked: Schemas.ConnectionRevoked = {
  ...mike,
  revokedAt: '2026-09-12T12:00:00.000Z',
  revokedBy: 'player',
};

export const matchDisputed: Schemas.MatchAnswer = {
  matchId: 'mat_01k4yh2c9w6e8r5t1y7u3p0a4s',
  identifier: 'sat-7',
  team: 0,
  position: 0,
  answer: 'disputed',
  answeredAt: '2026-09-12T12:00:00.000Z',
};

export const webhookTest: Schemas.WebhookTest = { message: 'This is a test.' };
