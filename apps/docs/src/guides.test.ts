import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guidePages } from './guide-pages.ts';

const guides = new URL('../guides/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, guides), 'utf8');
const samples = readdirSync(new URL('samples/', guides)).map((name) => read(`samples/${name}`));

const pageOf = (file: string) => file.replace(/^README/, 'index').replace(/\.md$/, '');

const names = readdirSync(guides).filter((name) => name.endsWith('.md'));

it('the list of the guides has every guide', () => {
  for (const name of names.filter((one) => one !== 'README.md')) {
    expect(read('README.md')).toContain(`](${name})`);
  }
});

describe.each(names)('%s', (name) => {
  const guide = read(name);

  it('has only code that is one of the samples, which are type-checked', () => {
    for (const [, code = ''] of guide.matchAll(/```ts\n([\s\S]*?)```/g)) {
      expect(samples).toContain(code);
    }
  });

  it('links to files and headings that are there', () => {
    for (const [, link = ''] of guide.matchAll(/(?<!!)\[[^\]]+\]\(([^)/][^):]*)\)/g)) {
      const [file = '', heading] = link.split('#');
      expect([link, existsSync(new URL(file, new URL(name, guides)))]).toEqual([link, true]);
      const page = guidePages().find(({ path }) => path === `guides/${pageOf(file || name)}.html`);
      if (heading !== undefined) expect(page?.html).toContain(`id="${heading}"`);
    }
  });

  it('shows pictures that are there', () => {
    for (const [, image = ''] of guide.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)) {
      expect([image, existsSync(new URL(image, guides))]).toEqual([image, true]);
    }
  });

  it('names only operations of the contract', () => {
    const document = readFileSync(
      new URL(import.meta.resolve('@partner-rating/spec/openapi.json')),
      'utf8',
    );
    for (const [, operation] of guide.matchAll(
      /`((?:oauth|members|matches|leaderboard|webhooks|usage)\.[a-z]\w*)`/g,
    )) {
      expect([operation, document.includes(`"operationId": "${operation}"`)]).toEqual([
        operation,
        true,
      ]);
    }
  });
});
