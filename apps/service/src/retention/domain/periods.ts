const DAY = 24 * 60 * 60 * 1_000;

/** How long what the contract promises to keep is kept, in milliseconds after it was made. */
export const DELIVERY_RETENTION = 30 * DAY;
export const RATING_UPDATE_RETENTION = 90 * DAY;

/** How long what a tournament said of a person is kept while nobody claims it or names them again. */
export const UNCLAIMED_GHOST_RETENTION = 730 * DAY;

/**
 * How long what has expired is still known, so that a late request is answered with “expired”
 * and not that it never was.
 */
export const EXPIRED_GRANT_RETENTION = 7 * DAY;

/** Where nothing depends on whether what has expired is still known. */
export const NO_RETENTION = 0;
