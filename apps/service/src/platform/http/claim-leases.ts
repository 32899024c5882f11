import type { Dependencies } from '../configuration/dependencies.ts';
import { type KeyClaim, renewClaims } from './store/idempotency.ts';

// How long a partner waits whose first request died with its process. Shorter, and a live request
// is given up for dead whenever the database is slow; its work would be undone and done again.
const LEASE_MILLISECONDS = 5_000;
const RENEWAL_MILLISECONDS = 1_000;

export interface ClaimLeases {
  /** Until when a claim that is taken now is held without a renewal. */
  end: () => Date;
  /** Renews the claim until it is let go of. */
  hold: (claim: KeyClaim) => void;
  letGo: (claim: KeyClaim) => void;
}

/** Keeps the requests that this process is running from being given up for dead. */
export function createClaimLeases({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): ClaimLeases {
  const held = new Set<KeyClaim>();
  let isRenewing = false;
  const end = () => new Date(clock().getTime() + LEASE_MILLISECONDS);

  // One renewal at a time: on a database that hardly answers they must not pile up. One that
  // fails is made good by the next.
  const renewLater = () => {
    isRenewing = true;
    setTimeout(async () => {
      if (held.size > 0) await renewClaims(database, [...held], end()).catch(() => {});
      if (held.size > 0) renewLater();
      else isRenewing = false;
    }, RENEWAL_MILLISECONDS).unref();
  };
  return {
    end,
    hold: (claim) => {
      held.add(claim);
      if (!isRenewing) renewLater();
    },
    letGo: (claim) => held.delete(claim),
  };
}
