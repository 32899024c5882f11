import { createHash } from 'node:crypto';
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

/** The `ETag` of an endpoint: another one for each state that a partner can see (RFC 9110 section 8.8.3). */
export function endpointTag(row: EndpointRow): string {
  const text = JSON.stringify(toEndpointView(row));
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`;
}

/** Whether `If-Match` names this version; a weak tag never does (RFC 9110 section 13.1.1). */
export function isMatched(ifMatch: string | undefined, row: EndpointRow): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  const tag = endpointTag(row);
  return ifMatch.split(',').some((named) => named.trim() === tag);
}

/** Whether an endpoint already is as a request sets it. */
export function isSetTo(row: EndpointRow, { url, events }: Pick<EndpointRow, 'url' | 'events'>) {
  return (
    row.status === 'enabled' &&
    row.url === url &&
    row.events.length === events.length &&
    row.events.every((type, index) => type === events[index])
  );
}
