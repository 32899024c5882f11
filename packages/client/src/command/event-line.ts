import type { MatchAnswer, RatingUpdate } from '../generated/types.gen.ts';
import type { VerifiedWebhook, WebhookEvent } from '../webhooks/index.ts';

/** Returns a webhook as a readable line. */
export function eventLine({ id, sentAt, event }: VerifiedWebhook): string {
  const time = sentAt.toISOString().slice(11, 19);
  return `${time}  ${event.type.padEnd(18)}  ${describeEvent(event)}  ${id}`;
}

/** Returns a whole webhook as a line of JSON. */
export function eventJson({ id, sentAt, event }: VerifiedWebhook): string {
  return JSON.stringify({ id, sentAt, event });
}

function describeEvent(event: WebhookEvent): string {
  switch (event.type) {
    case 'rating.updated': {
      const { displayName, memberId, sport, sequence } = event.data;
      return `${displayName} (${memberId}), ${sport}: ${ratingChange(event.data)}, sequence ${sequence}`;
    }
    case 'connection.created': {
      const { displayName, memberId, grantedScopes } = event.data;
      return `${displayName} (${memberId}) connected and granted ${grantedScopes.join(' ')}`;
    }
    case 'connection.revoked': {
      const { displayName, memberId, revokedBy } = event.data;
      return `${displayName} (${memberId}) was disconnected by the ${revokedBy}`;
    }
    case 'match.confirmed':
    case 'match.disputed':
      return matchAnswer(event.data);
    case 'webhook.test':
      return event.data.message;
    default:
      return JSON.stringify(event.data) ?? '';
  }
}

// Without a name if the application may not know the player.
function matchAnswer({ displayName, memberId, identifier, matchId, answer }: MatchAnswer): string {
  const player = displayName === undefined ? 'a player' : `${displayName} (${memberId})`;
  return `${player} ${answer} ${identifier} (${matchId})`;
}

// Without user:rating:read the event has no ratings.
function ratingChange({ previousRating, newRating }: RatingUpdate): string {
  if (newRating === undefined) return 'the rating changed';
  if (newRating === null) return 'no longer rated';
  const to = newRating.toFixed(3);
  return typeof previousRating === 'number'
    ? `${previousRating.toFixed(3)} → ${to}`
    : `rated ${to}`;
}
