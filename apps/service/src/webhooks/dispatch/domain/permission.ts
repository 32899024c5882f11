import type { Schemas } from '@partner-rating/server';
import { eventTypes } from '@partner-rating/server/catalogue';
import type { ClaimedDelivery, ClaimedEndpoint } from '../store/attempts.ts';

const RATING_FIELDS = ['previousRating', 'newRating', 'splits'] as const;

type RatingField = (typeof RATING_FIELDS)[number];

/** Removes the data that needs `user:rating:read` from a rating update. */
export function withoutRatings<Data extends object>(data: Data): Omit<Data, RatingField> {
  const rest: Partial<Record<RatingField, unknown>> & Data = { ...data };
  for (const field of RATING_FIELDS) delete rest[field];
  return rest;
}

/** Whether a delivery may be sent, decided at the claim. */
type Permission =
  | { allowed: true; payload: string; endpoint: ClaimedEndpoint }
  | { allowed: false; payload: string; reason: string };

/** The scopes that the player of an event has granted to the application. */
export interface Consent {
  scopes: readonly string[];
  revoked: boolean;
}

/** The reason for the end of a delivery whose endpoint was deleted. */
export const ENDPOINT_DELETED = 'Given up: the endpoint was deleted.';

/** Events about the connection itself or the application's own matches, which need no consent. */
export const SENT_WITHOUT_CONSENT: readonly string[] = eventTypes
  .filter(({ needsConsent }) => !needsConsent)
  .map(({ type }) => type);

export function permit(delivery: ClaimedDelivery): Permission {
  const { eventType, endpoint, connection } = delivery;
  // First, because the payload of a delivery that ends stays for 30 days.
  const payload = permittedPayload(eventType, delivery.payload, connection);
  if (payload === null) {
    return {
      allowed: false,
      reason: 'Given up: the player withdrew user:webhook:subscribe.',
      payload: rewriteData(delivery.payload, () => ({})),
    };
  }
  if (delivery.applicationDisabled) {
    return { allowed: false, reason: 'Given up: the application is suspended.', payload };
  }
  if (!delivery.applicationHasKey) {
    return { allowed: false, reason: 'Given up: the application has no valid API key.', payload };
  }
  if (endpoint === null) {
    return { allowed: false, reason: ENDPOINT_DELETED, payload };
  }
  if (endpoint.status === 'disabled') {
    return { allowed: false, reason: 'Given up: the endpoint is disabled.', payload };
  }
  return { allowed: true, payload, endpoint };
}

/** Returns what the application may receive: without ratings if it may not read them. Null if it may not receive the event. */
function permittedPayload(
  eventType: string,
  payload: string,
  consent: Consent | null,
): string | null {
  if (!isConsented(eventType, consent)) return null;
  const isWhole =
    SENT_WITHOUT_CONSENT.includes(eventType) || scopesOf(consent).includes('user:rating:read');
  return isWhole ? payload : rewriteData(payload, withoutRatings);
}

/** Whether the player allows the application to receive this type of event. */
export function isConsented(eventType: string, consent: Consent | null): boolean {
  if (SENT_WITHOUT_CONSENT.includes(eventType)) return true;
  return scopesOf(consent).includes('user:webhook:subscribe');
}

/**
 * Returns the event of a delivery for a reader. An event that has not arrived is shown only as far as the player allows it
 * now. Null if they withdrew their consent, also if no dispatcher has deleted the data yet.
 */
export function shownEvent(
  { status, eventType, payload }: { status: string; eventType: string; payload: string },
  consent: Consent | null,
): Schemas.WebhookEvent | null {
  const shown = status === 'success' ? payload : permittedPayload(eventType, payload, consent);
  return shown === null ? null : eventOf(eventType, shown);
}

/** Returns the event of a delivery; null if its data was deleted because the player withdrew their consent. */
export function eventOf(eventType: string, payload: string): Schemas.WebhookEvent | null {
  const event = JSON.parse(payload) as Schemas.WebhookEvent;
  const isForgotten = Object.keys(event.data).length === 0;
  return isForgotten && !SENT_WITHOUT_CONSENT.includes(eventType) ? null : event;
}

function scopesOf(consent: Consent | null): readonly string[] {
  return consent === null || consent.revoked ? [] : consent.scopes;
}

type Data = Record<string, unknown>;

interface Event {
  data: Data;
}

function rewriteData(payload: string, rewrite: (data: Data) => Data): string {
  const event = JSON.parse(payload) as Event;
  return JSON.stringify({ ...event, data: rewrite(event.data) });
}
