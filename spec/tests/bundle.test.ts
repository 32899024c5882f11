import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleFile } from '../scripts/bundle.ts';
import { catalogue } from '../src/catalogue.ts';
import { objectsIn } from './json-objects.ts';
import { bundle, folder } from './source.ts';

describe('the bundle', () => {
  it('has the same bytes each time it is generated', async () => {
    const again = await bundleFile(`${folder}openapi.yaml`);
    expect(again.json).toBe(bundle.json);
    expect(again.yaml).toBe(bundle.yaml);
  });

  it('has the same content in YAML and JSON, for readers of both YAML versions', () => {
    expect(parse(bundle.yaml, { version: '1.2' })).toEqual(bundle.document);
    expect(parse(bundle.yaml, { version: '1.1' })).toEqual(bundle.document);
  });

  it('refers to nothing outside itself', () => {
    const references = [...objectsIn(bundle.document)].map(([, { $ref }]) => $ref).filter(Boolean);
    expect(
      references.filter((reference) => !String(reference).startsWith('#/components/')),
    ).toEqual([]);
  });

  testRows(['json', 'yaml'] as const)(
    'is up to date in the repository, in JSON and YAML',
    async (form) => {
      const committed = await readFile(`${folder}dist/openapi.${form}`, 'utf8');
      expect(committed === bundle[form], 'Run `pnpm generate` and commit what it writes.').toBe(
        true,
      );
    },
  );
});

describe('bundling', () => {
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'contract-'));
  });

  afterEach(async () => {
    await rm(home, { recursive: true });
  });

  async function bundleOf(references: string[], files: Record<string, object>) {
    const properties = references.map(($ref, index) => [`property${index}`, { $ref }]);
    const schema = { type: 'object', properties: Object.fromEntries(properties) };
    const index = { openapi: '3.1.0', components: { schemas: { Root: schema } } };
    for (const [file, content] of Object.entries({ ...files, 'openapi.yaml': index })) {
      await mkdir(join(home, file, '..'), { recursive: true });
      await writeFile(join(home, file), JSON.stringify(content));
    }
    return bundleFile(join(home, 'openapi.yaml'));
  }

  it('names a component after its file', async () => {
    const { document } = await bundleOf(['./schemas/Member.yaml'], {
      'schemas/Member.yaml': { type: 'object' },
    });
    expect(document).toMatchObject({ components: { schemas: { Member: { type: 'object' } } } });
  });

  it('contains the lists of the catalogue, in texts and as items', async () => {
    const { document } = await bundleOf(['./schemas/Sport.yaml'], {
      'schemas/Sport.yaml': { description: 'Such as {{sports}}.', enum: ['any', '{{sports}}'] },
    });
    const codes = catalogue.sports.map(({ code }) => code);
    const listed = codes
      .map((code) => `\`${code}\``)
      .join(', ')
      .replace(/, (?=[^,]+$)/, ' and ');
    expect(document).toMatchObject({
      components: {
        schemas: { Sport: { description: `Such as ${listed}.`, enum: ['any', ...codes] } },
      },
    });
  });

  it('refuses a list that the catalogue does not have, and lists the known ones', async () => {
    const files = { 'schemas/Sport.yaml': { description: 'Such as {{games}}.' } };
    await expect(bundleOf(['./schemas/Sport.yaml'], files)).rejects.toThrow(
      'The catalogue has no {{games}}. It has sports, game-formats, player-scopes, ',
    );
  });

  it('refuses a reference that leads nowhere, and says where it is', async () => {
    await expect(bundleOf(['./schemas/Missing.yaml'], {})).rejects.toThrow(
      /properties\/property0: Can't resolve \$ref.*Missing\.yaml/,
    );
  });

  it('refuses two files with the same component name', async () => {
    const files = { 'a/Member.yaml': { type: 'object' }, 'b/Member.yaml': { type: 'string' } };
    await expect(bundleOf(['./a/Member.yaml', './b/Member.yaml'], files)).rejects.toThrow(
      'Two schemas are referenced with the same name',
    );
  });
});
