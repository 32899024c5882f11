import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';
import { type Area, type Page, titleOf } from './page.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const CONTRACT = '@partner-rating/spec';

const INTRODUCTION = `# Changelog

What changed, by release. Each package has its own version; that of a release is the version of \`${CONTRACT}\`, the
contract, which lists changes of the API. [Versions and promises](../guides/versioning.md) says what a version promises.`;

/** Returns a page for the changes of the next release, a page for each release, and a page that lists the releases. */
export async function changelog(): Promise<Area> {
  const pages = [...(await unreleased()), ...released()];
  const entries = pages.map((page) => ({ path: page.path, label: titleOf(page) }));
  const list = entries.map(({ label, path }) => `- [${label}](${basename(path)}.md)`).join('\n');
  const all = { label: 'All releases', path: 'changelog/index' };
  return {
    menu: [{ title: 'Changelog', entries: [all, ...entries] }],
    pages: [{ path: all.path, markdown: `${INTRODUCTION}\n\n${list}\n` }, ...pages],
  };
}

/** The pending changesets by package. */
async function unreleased(): Promise<Page[]> {
  const changesets = await readChangesets(root);
  const items = changesets.flatMap(({ releases, summary }) =>
    releases.map(({ name }) => ({ name, item: `- ${summary.trim().replace(/\n(?=.)/g, '\n  ')}` })),
  );
  const sections = [...Map.groupBy(items, ({ name }) => name)].map(([name, ofPackage]) => ({
    name,
    text: ofPackage.map(({ item }) => item).join('\n'),
  }));
  const start = '# Unreleased\n\nWhat is on the main branch, and in the next release.';
  return items.length === 0 ? [] : [pageOf('unreleased', start, sections)];
}

/** Returns the changelogs of the packages by the day of the release, newest first. */
function released(): Page[] {
  const versions = globSync('{spec,packages/*,apps/*}/CHANGELOG.md', { cwd: root }).flatMap(
    (file) => {
      const [title = '', ...sections] = readFileSync(join(root, file), 'utf8').split(/^## /m);
      return sections.map((section) => {
        const found = /^(\S+)\n\nReleased on (\S+)\.\n([\s\S]*)$/.exec(section);
        if (found === null) throw new Error(`${file} does not say when a version was released.`);
        const [, version = '', date = '', text = ''] = found;
        // Readers do not need the commit of an item.
        const items = text.trim().replace(/^- [0-9a-f]{7}: /gm, '- ');
        return { name: title.replace('#', '').trim(), version, date, text: items };
      });
    },
  );
  return [...Map.groupBy(versions, ({ date }) => date)]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([date, ofDay]) => {
      const contract = ofDay.find(({ name }) => name === CONTRACT);
      const title =
        contract === undefined ? `Packages of ${date}` : `${contract.version} (${date})`;
      const start = `# ${title}\n\nWhat the release of ${date} changed in each package.`;
      const sections = ofDay.map(({ name, version, text }) => ({
        name: `${name} ${version}`,
        text,
      }));
      return pageOf(date, start, sections);
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
