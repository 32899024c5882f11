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

/** The same as the claim gives it. */
export interface ClaimedRow {
  id: string;
  event_id: string;
  application_id: string;
  endpoint_id: string;
  event_type: string;
  payload: string;
  attempts: number;
  leased_until: Date;
  application_disabled: boolean;
  application_has_key: boolean;
  url: string | null;
  endpoint_status: 'enabled' | 'disabled' | null;
  endpoint_is_failing: boolean;
  secret_sealed: Uint8Array | null;
  previous_secret_sealed: Uint8Array | null;
  previous_secret_expires_at: Date | null;
  scopes: string[] | null;
  connection_revoked: boolean;
}

export function toClaimedDelivery(row: ClaimedRow): ClaimedDelivery {
  const { url, endpoint_status: status, secret_sealed: secretSealed, scopes } = row;
  return {
    id: row.id,
    eventId: row.event_id,
    applicationId: row.application_id,
    endpointId: row.endpoint_id,
    eventType: row.event_type,
    payload: row.payload,
    attempts: row.attempts,
    leasedUntil: row.leased_until,
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
