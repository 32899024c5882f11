import { readdir, readFile } from 'node:fs/promises';
import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { objectsIn } from './json-objects.ts';
import { contract, folder } from './source.ts';

const groups = (await readdir(`${folder}components`, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Returns the sorted names of the YAML files in a folder and its subfolders, without the extension. */
async function filesIn(group: string): Promise<string[]> {
  const files = await readdir(`${folder}${group}`, { recursive: true });
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace(/\.yaml$/, ''))
    .sort();
}

const forms: Record<string, RegExp> = {
  schemas: /^[A-Z][A-Za-z0-9]*$/,
  parameters: /^[A-Z][A-Za-z0-9]*$/,
  responses: /^[A-Z][A-Za-z0-9]*$/,
  securitySchemes: /^[A-Z][A-Za-z0-9]*$/,
  headers: /^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*$/,
  examples: /^([a-z]+\.[a-z][A-Za-z]*(-[a-z0-9-]+)?|(oauth-)?error-[a-z_]+(-[a-z0-9-]+)?)$/,
};

testRows(groups)(
  'a folder of components contains exactly the components of the bundle, each in a file with its name',
  async (group) => {
    const components = contract.document.components?.[group] ?? {};
    expect(await filesIn(`components/${group}`)).toEqual(Object.keys(components).sort());
  },
);

testRows(groups)('the names in a folder of components have the same form', async (group) => {
  const names = await filesIn(`components/${group}`);
  expect(names.filter((name) => !forms[group]?.test(name))).toEqual([]);
});

testRows(['paths', 'webhooks'])(
  'a folder of paths or webhooks contains exactly the files that openapi.yaml refers to',
  async (group) => {
    const index = parse(await readFile(`${folder}openapi.yaml`, 'utf8'));
    const references = [...objectsIn(index[group])].map(([, { $ref }]) => $ref).filter(Boolean);
    const files = (await filesIn(group)).map((file) => `${group}/${file}.yaml`).sort();
    expect(files).toEqual(
      references.map((reference) => String(reference).replace(/^\.\//, '')).sort(),
    );
  },
);
