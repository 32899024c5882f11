import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Plugins, type UserConfig } from '@hey-api/openapi-ts';
import type { JsonObject } from '@partner-rating/spec/document';
import type { Files } from '../model/index.ts';

type Plugin = NonNullable<UserConfig['plugins']>[number];

/**
 * Generates TypeScript from a document: the types in `generated/types.gen.ts`, and the files of the plugins.
 *
 * @param resolvers The types that differ from those that hey-api would generate.
 */
export async function generateTypeScript(
  document: JsonObject,
  plugins: Plugin[] = [],
  resolvers: Plugins.HeyApiTypeScript.Resolvers = {},
): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'codegen-'));
  try {
    await createClient({
      // A copy, because hey-api changes the document.
      input: structuredClone(document),
      output: { path: folder, entryFile: false, header: '', module: { extension: '.ts' } },
      plugins: [
        {
          name: '@hey-api/typescript',
          case: 'PascalCase',
          definitions: { case: 'preserve' },
          '~hooks': { symbols: { getFilePath } },
          $resolvers: resolvers,
        },
        ...plugins,
      ],
      // One type for each schema; otherwise a read-only field would split it into two.
      parser: { transforms: { readWrite: { enabled: false } } },
      logs: { level: 'silent', file: false },
    });
    const names = await readdir(folder, { recursive: true });
    const written = names.filter((name) => name.endsWith('.ts') && !name.startsWith(unused));
    const files = written.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]);
    return Object.fromEntries(await Promise.all(files));
  } catch (error) {
    // hey-api wraps the cause in an error without a message.
    throw (error as { originalError?: { error?: unknown } }).originalError?.error ?? error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const unused = 'unused';

/** Puts the options of hey-api's client, which no package uses, into a separate file. */
function getFilePath({ meta }: { meta?: { resource?: string } | undefined }): string {
  return meta?.resource === 'client' ? unused : 'generated/types';
}
