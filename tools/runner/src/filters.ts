const scope = '@partner-rating/';

/** Turbo's filters for the packages that `pnpm test NAME …` and `pnpm test '!NAME' …` name. */
export function filtersFor(names: readonly string[]): string[] {
  return names.map((name) => `--filter=${name.replace(/^(!?)/, `$1${scope}`)}`);
}

/** The same with what those that are named depend on, since a test also uses the programs that its dependencies install. */
export function filtersWithDependencies(names: readonly string[]): string[] {
  return filtersFor(names).map((filter) => (filter.includes('!') ? filter : `${filter}...`));
}
