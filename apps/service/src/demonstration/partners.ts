import { DEFAULT_KEY_SCOPES } from '../admin/partner/key-scopes.ts';
import { newId } from '../platform/database/identifiers.ts';

/** The applications of the demonstration itself. */
export const partner = {
  clientId: 'courtside-club',
  name: 'Courtside Club',
  redirectUri: 'http://localhost:4000/callback',
};
export const otherPartner = {
  clientId: 'rally-league',
  name: 'Rally League',
  redirectUri: 'http://localhost:4001/callback',
};

/** Enough to follow the guides; what is imported moves those alone who agreed to it. */
export const demonstrationKeyScopes = [...DEFAULT_KEY_SCOPES, 'key:tournament:import'];

// For an application on another port: one of 127.0.0.1 may vary, one of localhost not (RFC 8252).
const anyPort = 'http://127.0.0.1/callback';

/** The row of one of these applications, not stored yet. */
export function applicationRow(application: typeof partner, now: Date) {
  return {
    id: newId('app'),
    client_id: application.clientId,
    name: application.name,
    redirect_uris: [application.redirectUri, anyPort],
    created_at: now,
    disabled_at: null,
  };
}
