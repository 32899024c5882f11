import { withoutRatings } from '../../ratings/domain/redacted-update.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../store/claim.ts';

/** Whether a delivery may still be made, decided when it is claimed. */
export type Permission =
  | { allowed: true; payload: string; endpoint: ClaimedEndpoint }
  | { allowed: false; payload: string; reason: string };

// These tell of the connection itself, so they are owed even when it has ended.
const SENT_WITHOUT_CONSENT = ['connection.created', 'connection.revoked', 'webhook.test'];

export function permit(delivery: ClaimedDelivery): Permission {
  const { payload, endpoint, connection } = delivery;
  if (delivery.applicationDisabled) {
    return { allowed: false, reason: 'Given up: the application was disabled.', payload };
  }
  if (endpoint === null) {
    return { allowed: false, reason: 'Given up: the endpoint was deleted.', payload };
  }
  if (endpoint.status === 'disabled') {
    return { allowed: false, reason: 'Given up: the endpoint is disabled.', payload };
  }
  if (SENT_WITHOUT_CONSENT.includes(delivery.eventType))
    return { allowed: true, payload, endpoint };
  const scopes = connection === null || connection.revoked ? [] : connection.scopes;
  if (!scopes.includes('user:webhook:subscribe')) {
    return {
      allowed: false,
      reason: 'Given up: the player withdrew user:webhook:subscribe.',
      payload: rewriteData(payload, () => ({})),
    };
  }
  if (scopes.includes('user:rating:read')) return { allowed: true, payload, endpoint };
  return { allowed: true, payload: rewriteData(payload, withoutRatings), endpoint };
}

type Data = Record<string, unknown>;

function rewriteData(payload: string, rewrite: (data: Data) => Data): string {
  const event = JSON.parse(payload) as { data: Data };
  return JSON.stringify({ ...event, data: rewrite(event.data) });
}
