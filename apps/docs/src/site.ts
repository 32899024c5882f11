/** The path that the site is published below. */
export const BASE = '/docs/';
