import type { RatingUpdate } from '../generated/types.gen.ts';
import type { VerifiedWebhook, WebhookEvent } from '../webhooks/index.ts';

/** A webhook in a line for people. */
export function eventLine({ id, sentAt, event }: VerifiedWebhook): string {
  const time = sentAt.toISOString().slice(11, 19);
  return shown(`${time}  ${event.type.padEnd(18)}  ${inWords(event)}  ${id}`);
}

/** A webhook whole, in a line of JSON. */
export function eventJson({ id, sentAt, event }: VerifiedWebhook): string {
  return JSON.stringify({ id, sentAt, event }).replace(unprintable, escaped);
}

function inWords(event: WebhookEvent): string {
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
      return `${displayName} (${memberId}) is disconnected, by ${revokedBy}`;
    }
    case 'webhook.test':
      return event.data.message;
    default:
      return JSON.stringify(event.data) ?? '';
  }
}

// Whoever did not grant user:rating:read has no figures in the event.
function ratingChange({ previousRating, newRating }: RatingUpdate): string {
  if (newRating === undefined) return 'the rating changed';
  if (newRating === null) return 'not rated any more';
  const to = newRating.toFixed(3);
  return typeof previousRating === 'number'
    ? `${previousRating.toFixed(3)} → ${to}`
    : `rated ${to}`;
}

// A name is chosen by its bearer: what would move the cursor or turn text round is not printed.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function shown(text: string): string {
  return text.replace(unprintable, '\uFFFD');
}

/** As JSON writes characters that it does not write as they are, which are fewer than these. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
