import { labelledParts, labels } from './changeset-labels.ts';

/** A changeset, as far as a changelog depends on it. */
export interface TextualChangeset {
  /** The name of its file. */
  id: string;
  summary: string;
  releases: { name: string; type: string }[];
}

/** A package with a new version. */
export interface NewVersion {
  name: string;
  from: string;
  to: string;
}

/**
 * What a changelog says of a new version: what changes on the wire, under `Wire`, apart from what
 * changes in the package alone, under its own name. A part for another package is left out.
 */
export function changelogEntry(
  { name, from, to }: NewVersion,
  changesets: readonly TextualChangeset[],
): string {
  const listed = from === '0.0.0' ? ofFirstRelease(name, changesets) : changesets;
  const own = Object.keys(labels).filter((label) => label === 'Wire' || labels[label] === name);
  const sections = own.map((label) => {
    const items = listed.flatMap(({ summary, releases }) => {
      const type = releases.find((release) => release.name === name)?.type;
      if (type === undefined) return [];
      const mark = type === 'major' && from !== '0.0.0' ? '**Breaking.** ' : '';
      return labelledParts(summary)
        .filter((part) => part.label === label)
        .map(({ text }) => listItem(`${mark}${text}`));
    });
    return items.length === 0 ? '' : `### ${label}\n\n${items.join('\n')}\n`;
  });
  const text = sections.filter((section) => section !== '').join('\n');
  return `## ${to}\n\n${text || 'Moves with the packages it depends on.\n'}`;
}

/** Someone who meets a package for the first time reads what it is, and not how it became so: `first-*.md`. */
function ofFirstRelease(
  name: string,
  changesets: readonly TextualChangeset[],
): readonly TextualChangeset[] {
  const first = changesets.filter(
    ({ id, releases }) => id.startsWith('first-') && releases.some((one) => one.name === name),
  );
  return first.length > 0 ? first : changesets;
}

/** The changelog with the entry of a new version put before those of the versions before it. */
export function withEntry(changelog: string, name: string, entry: string): string {
  const title = `# ${name}\n`;
  const earlier = changelog.replace(title, '').trim();
  return `${title}\n${entry}${earlier === '' ? '' : `\n${earlier}\n`}`;
}

function listItem(text: string): string {
  return text.replace(/^/, '- ').replace(/\n(?=.)/g, '\n  ');
}
