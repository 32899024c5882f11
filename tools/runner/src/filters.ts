const scope = '@partner-rating/';

/** Returns turbo's filters for the packages that `pnpm test NAME …` and `pnpm test '!NAME' …` name. */
export function filtersFor(names: readonly string[]): string[] {
  return names.map((name) => `--filter=${name.replace(/^(!?)/, `$1${scope}`)}`);
}

/**
 * Returns the same filters with the dependencies of named packages, because a test also uses the programs that its
 * dependencies install.
 */
export function filtersWithDependencies(names: readonly string[]): string[] {
  return filtersFor(names).map((filter) => (filter.includes('!') ? filter : `${filter}...`));
}
