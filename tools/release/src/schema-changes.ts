const NOTED = /^\*\*Schema changed:\*\* migrations? (?:\d{4} to )?(\d{4})\./gm;

/**
 * Says in the newest release of the service's changelog which migrations it has and earlier releases do not have, because operators
 * must stop all instances before such an upgrade.
 *
 * @param migrations - the names of the files of all migrations, which begin with their numbers.
 */
export function noteSchemaChange(changelog: string, migrations: readonly string[]): string {
  const released = Math.max(
    0,
    ...Array.from(changelog.matchAll(NOTED), ([, last]) => Number(last)),
  );
  const added = migrations
    .map((name) => name.slice(0, 4))
    .filter((number) => Number(number) > released)
    .sort();
  const [first, last] = [added[0], added.at(-1)];
  if (first === undefined) return changelog;
  const which = first === last ? `migration ${first}` : `migrations ${first} to ${last}`;
  const sentence = `**Schema changed:** ${which}. Stop all instances before you upgrade.`;
  return changelog.replace(/^Released on .+\n\n/m, `$&${sentence}\n\n`);
}
