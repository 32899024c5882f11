import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { binaryOf, type Program, versionOf } from '../program.ts';

// In its own workspace, like Prism.
const workspace = new URL('../../spectral/package.json', import.meta.url).href;
const packageName = '@stoplight/spectral-cli';
const document = fileURLToPath(import.meta.resolve('@partner-rating/spec/openapi.json'));
const ruleset = fileURLToPath(
  new URL('.spectral.yaml', import.meta.resolve('@partner-rating/spec/package.json')),
);

export const spectral: Program = {
  name: 'Spectral',
  note: 'without the rule that forbids scopes of API keys, which OpenAPI 3.1 allows',
  version: () => versionOf(packageName, workspace),
  async drive({ folder }, step) {
    const lint = async (file: string) =>
      await runCommand(
        [
          ...[process.execPath, binaryOf(packageName, workspace), 'lint', file],
          ...['--ruleset', ruleset, '--fail-severity=hint'],
        ],
        { folder },
      );
    await step('finds nothing in the document by its rules for OpenAPI', async () => {
      const { code, output } = await lint(document);
      assert.equal(code, 0, output);
    });
    await step('reports an operationId that occurs twice', async () => {
      const file = join(folder, 'twice.json');
      const twice = readFileSync(document, 'utf8').replace(/"usage\.get"/, '"members.get"');
      writeFileSync(file, twice);
      const { code, output } = await lint(file);
      assert.equal(code, 1);
      assert.match(output, /operation-operationId-unique/);
    });
  },
};
