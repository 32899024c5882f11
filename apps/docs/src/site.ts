/** The path that the site is published below. */
export const BASE = '/docs/';

const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env;

/**
 * Where people read, change, and discuss the sources; null unless the build says so with `GITHUB_REPOSITORY`, since an
 * address that nobody owns could be taken by anybody.
 */
export const REPOSITORY =
  GITHUB_REPOSITORY === undefined ? null : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
