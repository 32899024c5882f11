import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from './published-packages.ts';
import { withAbsoluteLinks } from './readme-links.ts';

const root = resolve(import.meta.dirname, '../../..');
const SITE = 'https://code.example/partner-rating';

describe('the README of a package in a registry', () => {
  testRows([
    ['[zod](../zod/README.md#use)', `[zod](${SITE}/blob/main/packages/zod/README.md#use)`],
    ['![A card](docs/card.png)', `![A card](${SITE}/raw/main/packages/client/docs/card.png)`],
    ['[there](https://example.com)', '[there](https://example.com)'],
    ['[below](#lists)', '[below](#lists)'],
    ['`[code](../zod)`', '`[code](../zod)`'],
    ['```md\n[code](../zod)\n```', '```md\n[code](../zod)\n```'],
  ])(
    'has absolute links to the files next to it in the repository, and its other links are unchanged',
    (markdown, linked) => {
      expect(withAbsoluteLinks(markdown, 'packages/client', SITE)).toBe(linked);
    },
  );

  it('has no command that installs our packages from a registry, where somebody else could take their names', () => {
    const readmes = '{spec,packages/*,apps/service,apps/service/deploy}/README.md';
    const fromRegistry = /(?:npm (?:i|install)\b.*|npx -y|"-y",|"npx",) "?@partner-rating\//;
    for (const file of globSync([readmes, 'apps/docs/guides/*.md'], { cwd: root })) {
      const pieces = /^```[\s\S]*?^```|`[^`\n]*"npx",[^`\n]*`/gm;
      const code = readFileSync(join(root, file), 'utf8').match(pieces) ?? [];
      expect([file, code.filter((piece) => fromRegistry.test(piece))]).toEqual([file, []]);
    }
  });

  it('has no relative link left in any package', () => {
    const directories = publishedPackages(root).map(({ directory }) => directory);
    for (const directory of [...directories, 'packages/python']) {
      const readme = readFileSync(join(root, directory, 'README.md'), 'utf8');
      const prose = withAbsoluteLinks(readme, directory, SITE).replace(/^```[\s\S]*?^```/gm, '');
      const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
      expect([directory, links.filter((link) => !/^(?:https?:|#|mailto:)/.test(link))]).toEqual([
        directory,
        [],
      ]);
    }
  });
});
