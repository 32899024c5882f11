import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const guides = new URL('../guides/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, guides), 'utf8');
const samples = readdirSync(new URL('samples/', guides)).map((name) => read(`samples/${name}`));

describe.each(readdirSync(guides).filter((name) => name.endsWith('.md')))('%s', (name) => {
  const guide = read(name);

  it('has only code that is one of the samples, which are type-checked', () => {
    for (const [, code = ''] of guide.matchAll(/```ts\n([\s\S]*?)```/g)) {
      expect(samples).toContain(code);
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
    for (const [, operation] of guide.matchAll(/`((?:oauth|members|matches|webhooks)\.\w+)`/g)) {
      expect([operation, document.includes(`"operationId": "${operation}"`)]).toEqual([
        operation,
        true,
      ]);
    }
  });
});
