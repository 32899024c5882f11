import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import {
  type DocumentReader,
  type JsonObject,
  type OperationObject,
  withoutDiscriminators,
} from '@partner-rating/spec/document';
import { mapValues } from '../model/index.ts';
import { describedFields } from './described-fields.ts';
import { markedIdentifiers, withTemplates } from './identifiers.ts';
import { openEnums, withAnyOther } from './open-enums.ts';
import { withScopedLocation } from './scoped-location.ts';
import { unknownEventNames, withUnknownEvent } from './unknown-event.ts';

/** `types.gen.ts`: the schemas, and what each operation takes and answers. */
export async function types(contract: DocumentReader): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-types-'));
  try {
    await createClient({
      input: withoutErrors(contract),
      output: { path: folder, entryFile: false },
      plugins: [
        { name: '@hey-api/typescript', case: 'PascalCase', definitions: { case: 'preserve' } },
      ],
      // One type a schema: without this a read-only field would split it in two.
      parser: { transforms: { readWrite: { enabled: false } } },
      logs: { level: 'silent', file: false },
    });
    const code = withoutPreamble(await readFile(join(folder, 'types.gen.ts'), 'utf8'));
    const open = withAnyOther(withTemplates(withDescribedParts(code)));
    return withDate(withScopedLocation(contract, withUnknownEvent(contract, open)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `models.gen.ts`: the schemas alone, which is what users of the client name. */
export function modelNames({ schemas }: DocumentReader): string {
  const names = [...Object.keys(schemas), 'ScopedLocation', ...unknownEventNames].map(
    (name) => `  ${name},\n`,
  );
  return `export type {\n${names.join('')}} from './types.gen.ts';\n`;
}

/**
 * Errors reach the caller as exceptions, so their types would only be dead weight. Parameters are
 * put where they are used, so that a parameter never competes with a schema for a name.
 */
function withoutErrors(contract: DocumentReader): JsonObject {
  const { document, resolve } = contract;
  const lean = (operation: OperationObject) => ({
    ...operation,
    // Header fields are options of the client.
    parameters: (operation.parameters ?? [])
      .map((parameter) => resolve(parameter))
      .filter((parameter) => parameter.in !== 'header'),
    responses: Object.fromEntries(
      Object.entries(operation.responses).filter(([status]) => status < '400'),
    ),
  });
  return {
    openapi: document.openapi,
    info: document.info,
    paths: mapValues(document.paths, (item) =>
      mapValues(item as Record<string, OperationObject>, lean),
    ),
    components: {
      ...document.components,
      schemas: withoutDiscriminators(openEnums(markedIdentifiers(describedFields(contract)))),
      parameters: {},
    },
  };
}

/** The time of a match may be a `Date`, which JSON writes as it is sent. */
function withDate(code: string): string {
  const alias = 'export type MatchDate = string;';
  if (!code.includes(alias)) throw new Error('The type of MatchDate is another than known.');
  return code.replace(alias, 'export type MatchDate = string | Date;');
}

function withoutPreamble(code: string): string {
  const preamble = /^\/\/ .*\n\n(?:export type ClientOptions = \{[\s\S]*?\n\};\n\n)?/;
  if (!preamble.test(code)) throw new Error('The generated types begin in another way than known.');
  return code.replace(preamble, '');
}

/** What an operation takes, without the address, which is no input, and with a text at each part. */
function withDescribedParts(code: string): string {
  return code
    .replace(/^ {4}url: '.*';\n/gm, '')
    .replace(
      /^ {4}(path|query)(?=\??: \{)/gm,
      '    /** The parameters of the $1, by name. */\n    $1',
    );
}
