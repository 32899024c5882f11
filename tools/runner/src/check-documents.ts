// Part of `lint`: links between Markdown files lead somewhere, and the index lists every decision record.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Where the decision records are. */
const DECISIONS = 'docs/decisions/';

const FENCED_OR_CODE = /^( *)(```|~~~)[\s\S]*?^\1\2|`[^`\n]+`/gm;
const LINK = /\]\((?<target>[^()\s]+(?:\([^()\s]*\))?)\)/g;
const HEADING = /^#{1,6} +(?<title>.+?) *$/gm;

/**
 * Returns a line for each link that leads to no file or to no heading of its file.
 *
 * @param files - paths of Markdown files below `root`.
 */
export function findBrokenLinks(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    linksIn(read(root, file))
      .filter((link) => !/^[a-z][a-z+.-]*:|^\//i.test(link))
      .filter((link) => !leadsSomewhere(root, file, link))
      .map((link) => `${file}: ${link} leads nowhere`),
  );
}

/** Returns a line for each decision record that the index lacks, or that has no name of the form 0001-title.md. */
export function findUnlistedDecisions(root: string, files: readonly string[]): string[] {
  const names = files
    .filter((file) => file.startsWith(DECISIONS) && file !== `${DECISIONS}README.md`)
    .map((file) => basename(file));
  if (names.length === 0) return [];
  const listed = linksIn(read(root, `${DECISIONS}README.md`));
  const numbers = names.map((name) => name.slice(0, 4));
  return names.flatMap((name, index) => [
    ...(/^\d{4}-[a-z0-9-]+\.md$/.test(name) ? [] : [`${name}: name it like 0001-title.md`]),
    ...(listed.includes(name) ? [] : [`${name}: list it in ${DECISIONS}README.md`]),
    ...(numbers.indexOf(name.slice(0, 4)) === index ? [] : [`${name}: another has this number`]),
  ]);
}

function leadsSomewhere(root: string, file: string, link: string): boolean {
  const [path = '', anchor] = decodeURI(link).split('#');
  const target = path === '' ? file : relative(root, join(root, dirname(file), path));
  if (target.startsWith('..') || !existsSync(join(root, target))) return false;
  if (anchor === undefined || !target.endsWith('.md')) return true;
  return statSync(join(root, target)).isFile() && anchorsIn(read(root, target)).has(anchor);
}

function linksIn(markdown: string): string[] {
  const text = markdown.replaceAll(FENCED_OR_CODE, '');
  return [...text.matchAll(LINK)].map(({ groups }) => groups?.target ?? '');
}

/** Returns the anchors of headings, as GitHub makes them: a repeated one gets a number. */
function anchorsIn(markdown: string): Set<string> {
  const text = markdown.replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, '');
  const anchors = new Set<string>();
  for (const { groups } of text.matchAll(HEADING)) {
    const words = (groups?.title ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../../..');
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\0')
    // The tests of the documentation site check the links of its pages.
    .filter((file) => !/^apps\/docs\/(guides|pages|errors)\/|^\.changeset\//.test(file))
    // Written by programs.
    .filter((file) => !/(^|\/)(CHANGELOG|api|api-report)\.md$/.test(file))
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const findings = [...findBrokenLinks(root, files), ...findUnlistedDecisions(root, files)];
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
