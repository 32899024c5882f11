import type { EndpointRow } from '../store/endpoints.ts';

/** A `WebhookEndpoint` as the contract writes it, without the secret. */
export function toEndpointView(row: EndpointRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.status,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
