/** A delivery that this dispatcher alone may attempt until `leasedUntil`. */
export interface ClaimedDelivery {
  id: string;
  eventId: string;
  applicationId: string;
  endpointId: string;
  eventType: string;
  payload: string;
  attempts: number;
  leasedUntil: Date;
  applicationDisabled: boolean;
  /** Whether the application holds any API key that is neither revoked nor expired. */
  applicationHasKey: boolean;
  /** Whether the endpoint's last attempt failed. */
  endpointIsFailing: boolean;
  /** As it is set now; null where it was deleted. */
  endpoint: ClaimedEndpoint | null;
  /** Between the application and the player the event speaks of; null where there is none. */
  connection: { scopes: string[]; revoked: boolean } | null;
}

export interface ClaimedEndpoint {
  url: string;
  status: 'enabled' | 'disabled';
  secretSealed: Uint8Array;
  previousSecretSealed: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}

/** The endpoint as it is set now, and its application. */
export interface EndpointRow {
  endpoint_id: string;
  application_id: string;
  /** How many attempts may be under way at once. */
  slots: number;
  endpoint_is_failing: boolean;
  application_disabled: boolean;
  application_has_key: boolean;
  /** Null, as the rest of it, where it was deleted. */
  url: string | null;
  endpoint_status: 'enabled' | 'disabled' | null;
  secret_sealed: Uint8Array | null;
  previous_secret_sealed: Uint8Array | null;
  previous_secret_expires_at: Date | null;
}

/** What of it the claim gives beside its endpoint. */
export interface ClaimedRow {
  id: string;
  event_id: string;
  event_type: string;
  payload: string;
  attempts: number;
  scopes: string[] | null;
  connection_revoked: boolean;
}

export function toClaimedDelivery(
  row: ClaimedRow & EndpointRow,
  leasedUntil: Date,
): ClaimedDelivery {
  const { url, endpoint_status: status, secret_sealed: secretSealed, scopes } = row;
  return {
    id: row.id,
    eventId: row.event_id,
    applicationId: row.application_id,
    endpointId: row.endpoint_id,
    eventType: row.event_type,
    payload: row.payload,
    attempts: row.attempts,
    leasedUntil,
    applicationDisabled: row.application_disabled,
    applicationHasKey: row.application_has_key,
    endpointIsFailing: row.endpoint_is_failing,
    endpoint:
      url === null || status === null || secretSealed === null
        ? null
        : {
            url,
            status,
            secretSealed,
            previousSecretSealed: row.previous_secret_sealed,
            previousSecretExpiresAt: row.previous_secret_expires_at,
          },
    connection: scopes === null ? null : { scopes, revoked: row.connection_revoked },
  };
}
