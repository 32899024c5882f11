import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { createSecretSealing, openOrNull } from '../platform/secrets/sealing.ts';

/** What a ticket is for, and the cookie of the browser that carries it: with another it is worthless. */
export interface TicketUse {
  purpose: 'log-in' | 'set-up' | 'operator';
  cookie: string;
}

/**
 * What a browser carries from one form to the next, sealed, so that it can neither read nor change it.
 * Nothing is stored of it.
 */
export interface Tickets<Contents extends object> {
  issue: (use: TicketUse, contents: Contents) => Promise<string>;
  /** Null for a ticket that has expired, or that is of another use, or none at all. */
  open: (use: TicketUse, ticket: string) => Promise<Contents | null>;
}

const LIFETIME_MILLISECONDS = 10 * 60 * 1_000;

export function createTickets<Contents extends object>({
  clock,
  configuration,
}: Pick<Dependencies, 'clock' | 'configuration'>): Tickets<Contents> {
  const sealing = createSecretSealing(configuration);
  return {
    issue: async (use, contents) => {
      const expiresAt = clock().getTime() + LIFETIME_MILLISECONDS;
      const sealed = await sealing.seal(JSON.stringify({ contents, expiresAt }), contextOf(use));
      return Buffer.from(sealed).toString('base64url');
    },
    open: async (use, ticket) => {
      const text = await openOrNull(sealing, Buffer.from(ticket, 'base64url'), contextOf(use));
      if (text === null) return null;
      const { contents, expiresAt }: { contents: Contents; expiresAt: number } = JSON.parse(text);
      return clock().getTime() < expiresAt ? contents : null;
    },
  };
}

function contextOf({ purpose, cookie }: TicketUse): string {
  return `ticket ${purpose} ${cookie}`;
}
