import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBrokenLinks, findUnlistedDecisions } from './check-documents.ts';

/** A folder with these files, and their paths. */
function treeOf(files: Record<string, string>): [root: string, paths: string[]] {
  const root = mkdtempSync(join(tmpdir(), 'partner-rating-documents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [root, Object.keys(files)];
}

describe('a link', () => {
  const target =
    '# Add a field\n\n## Steps & `code`\n\n## Steps & `code`\n\n```md\n## no heading\n```\n';
  const findingsOf = (link: string) =>
    findBrokenLinks(...treeOf({ 'README.md': `See [it](${link}).`, 'docs/page.md': target }));

  it('leads to a file, a folder, a heading, or another place', () => {
    const valid = [
      'docs/page.md',
      'docs',
      'docs/page.md#add-a-field',
      'docs/page.md#steps--code',
      'docs/page.md#steps--code-1',
      'https://example.com/missing.md',
      '/docs/errors',
    ];
    expect(valid.filter((link) => findingsOf(link).length > 0)).toEqual([]);
  });

  it('is refused if it leads to no file, to no heading, or out of the repository', () => {
    const broken = [
      'docs/missing.md',
      'docs/page.md#add-an-event',
      'docs/page.md#no-heading',
      '#add-a-field',
      '../page.md',
    ];
    expect(broken.filter((link) => findingsOf(link).length === 0)).toEqual([]);
    expect(findingsOf('docs/missing.md')).toEqual(['README.md: docs/missing.md leads nowhere']);
  });

  it('is ignored in code', () => {
    expect(findingsOf('docs).\n\n```md\n[it](missing.md)\n```\n\nor `[it](missing.md)` (')).toEqual(
      [],
    );
  });
});

describe('a decision record', () => {
  const index = '| [Ours](0001-ours.md) | [Gone](0003-gone.md) |';
  const findingsOf = (...names: string[]) =>
    findUnlistedDecisions(
      ...treeOf({
        'docs/decisions/README.md': index,
        ...Object.fromEntries(names.map((name) => [`docs/decisions/${name}`, '# Title\n'])),
      }),
    );

  it('is listed in the index, and has a number of its own', () => {
    expect(findingsOf('0001-ours.md')).toEqual([]);
    expect(findingsOf('0001-ours.md', '0002-other.md')).toEqual([
      '0002-other.md: list it in docs/decisions/README.md',
    ]);
    expect(findingsOf('0001-ours.md', '0001-other.md')).toContain(
      '0001-other.md: another has this number',
    );
    expect(findingsOf('ours.md')).toContain('ours.md: name it like 0001-title.md');
  });
});
