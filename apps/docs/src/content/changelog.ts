import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';
import { byImportance } from '@partner-rating/release';
import { type Area, type Page, titleOf } from './page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const CONTRACT = '@partner-rating/spec';
const SERVICE = '@partner-rating/service';

const INTRODUCTION = `# Changelog

What changed, by release. A release has the version of the service. Each package has its own version, and the changes of the API
are those of \`${CONTRACT}\`, the contract. \`@partner-rating/python\` is the Python client, \`partner-rating\` for pip. A release is marked as breaking if you must change something when you upgrade one of
its packages. [Versions and promises](../guides/versioning.md) says what a version promises.`;

/** Returns a page for the changes of the next release, a page for each release, and a page that lists the releases. */
export async function changelog(): Promise<Area> {
  const releases = [...(await unreleased()), ...released()];
  const entries = releases.map(({ page }) => ({ path: page.path, label: titleOf(page) }));
  const list = releases
    .map(({ page, contract }) => {
      const link = `- [${titleOf(page)}](${basename(page.path)}.md)`;
      const version = contract === undefined ? '' : `, with the contract ${contract}`;
      return link + version + (page.markdown.includes('**Breaking') ? ' (**breaking**)' : '');
    })
    .join('\n');
  const all = { label: 'All releases', path: 'changelog/index' };
  return {
    menu: [{ title: 'Changelog', entries: [all, ...entries] }],
    pages: [
      { path: all.path, markdown: `${INTRODUCTION}\n\n${list}\n` },
      ...releases.map(({ page }) => page),
    ],
  };
}

interface Release {
  page: Page;
  /** The version of the contract, if the release has a new one. */
  contract?: string | undefined;
}

/** The pending changesets by package. */
async function unreleased(): Promise<Release[]> {
  const changesets = (await readChangesets(root)).toSorted((one, other) =>
    byImportance(one.summary, other.summary),
  );
  const items = changesets.flatMap(({ releases, summary }) =>
    releases.map(({ name }) => ({ name, item: `- ${summary.trim().replace(/\n(?=.)/g, '\n  ')}` })),
  );
  const sections = [...Map.groupBy(items, ({ name }) => name)].map(([name, ofPackage]) => ({
    name,
    text: ofPackage.map(({ item }) => item).join('\n'),
  }));
  const start = '# Unreleased\n\nWhat is on the main branch, and in the next release.';
  return items.length === 0 ? [] : [{ page: pageOf('unreleased', start, sections) }];
}

/** Returns the changelogs of the packages by release, newest first. */
function released(): Release[] {
  const versions = globSync('{spec,packages/*,apps/*}/CHANGELOG.md', { cwd: root }).flatMap(
    (file) => {
      const [title = '', ...sections] = readFileSync(join(root, file), 'utf8').split(/^## /m);
      const name = title.replace('#', '').trim();
      return sections.map((section) => {
        const found =
          /^(\S+)\n\nReleased on (\S+?)(?:, with version (\S+) of the service)?\.\n([\s\S]*)$/.exec(
            section,
          );
        if (found === null) throw new Error(`${file} does not say when a version was released.`);
        const [, version = '', date = '', service, text = ''] = found;
        // Readers do not need the commit of an item.
        const items = text.trim().replace(/^- [0-9a-f]{7}: /gm, '- ');
        // A release without the service has the name of its day.
        const release = name === SERVICE ? version : (service ?? date);
        return { name, version, date, release, text: items };
      });
    },
  );
  return [...Map.groupBy(versions, ({ date, release }) => `${date} ${release}`)]
    .toSorted(([one], [other]) => other.localeCompare(one, 'en', { numeric: true }))
    .map(([, together]) => {
      const [{ release, date } = { release: '', date: '' }] = together;
      const isOfService = release !== date;
      const title = isOfService ? `${release} (${date})` : `Packages of ${date}`;
      const which = isOfService ? `version ${release} of the service` : date;
      const start = `# ${title}\n\nWhat the release of ${which} changed in each package.`;
      const sections = together.map(({ name, version, text }) => ({
        name: `${name} ${version}`,
        text,
      }));
      const contract = together.find(({ name }) => name === CONTRACT)?.version;
      return { page: pageOf(release, start, sections), contract };
    });
}

/** Returns a page with the changes of each package, the contract first. */
function pageOf(name: string, start: string, packages: { name: string; text: string }[]): Page {
  const isContract = (one: { name: string }) => Number(one.name.startsWith(CONTRACT));
  const sections = packages
    .toSorted((a, b) => isContract(b) - isContract(a) || a.name.localeCompare(b.name))
    .map((one) => `## ${one.name}\n\n${one.text}\n`);
  return { path: `changelog/${name}`, markdown: [start, ...sections].join('\n\n') };
}
