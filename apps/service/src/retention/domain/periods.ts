const DAY = 24 * 60 * 60 * 1_000;

/** How long what the contract promises to keep is kept, in milliseconds after it was made. */
export const DELIVERIES_KEPT = 30 * DAY;
export const RATING_UPDATES_KEPT = 90 * DAY;

/**
 * How long what has expired is still known, so that whoever comes late is told that it has expired
 * and not that it never was.
 */
export const EXPIRED_GRANTS_KNOWN = 7 * DAY;

/** Where nothing depends on whether what has expired is still known. */
export const NO_LONGER = 0;
