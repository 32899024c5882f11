// What a reader needs first. Other entries keep their order.
const FIRST = ['To upgrade', 'Breaking', 'Security', 'Privacy'];

/** Compares two entries of a changelog, or two texts of changesets, by what a reader needs first. */
export function byImportance(one: string, other: string): number {
  return positionOf(one) - positionOf(other);
}

function positionOf(entry: string): number {
  const position = FIRST.findIndex((label) =>
    new RegExp(`^(?:- )?(?:[0-9a-f]{7}: )?\\*\\*${label}`).test(entry),
  );
  return position === -1 ? FIRST.length : position;
}

/**
 * Completes the newest release in a changelog that Changesets has written: adds the day, puts first in each section what a
 * reader needs first, and lists all dependencies in one line. A release that has its day stays as it is.
 *
 * @param service - the version of the service in the same release; undefined in the changelog of the service, and if the
 *   release has no new version of the service.
 */
export function completeNewest(changelog: string, today: string, service?: string): string {
  const [title = '', newest = '', ...earlier] = changelog.split(/^(?=## )/m);
  if (/^Released on /m.test(newest)) return changelog;
  const together = service === undefined ? '' : `, with version ${service} of the service`;
  const [version = '', ...sections] = newest.split(/^(?=### )/m);
  const dated = version.replace(/^## .+\n\n/, `$&Released on ${today}${together}.\n\n`);
  return [title, dated, ...sections.map(arrange), ...earlier].join('');
}

function arrange(section: string): string {
  const [heading = '', ...entries] = section.trimEnd().split(/^(?=- )/m);
  const isOfDependencies = (entry: string) => entry.startsWith('- Updated dependencies');
  const own = entries.filter((entry) => !isOfDependencies(entry)).map((entry) => entry.trimEnd());
  const used = entries
    .filter(isOfDependencies)
    .flatMap((entry) => [...entry.matchAll(/^ +- (\S+)@(\S+)$/gm)])
    .map(
      ([, name, version], index) => `${index === 0 ? name : name?.replace(/^.*\//, '')} ${version}`,
    );
  const uses = used.length === 0 ? [] : [`- Uses ${new Intl.ListFormat('en').format(used)}.`];
  const end = section.slice(section.trimEnd().length);
  return `${heading}${[...own.toSorted(byImportance), ...uses].join('\n')}${end}`;
}
