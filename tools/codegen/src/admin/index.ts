import type { DocumentReader, Operation, Parameter, Schema } from '@partner-rating/spec/document';
import { type Files, withNotice } from '../model/index.ts';

/** A value that a command or a form of operators asks for. */
interface Field {
  /** The place of the value in the request: the name of a parameter, or the path of a field of the body. */
  name: string;
  in: 'path' | 'query' | 'body';
  type: 'text' | 'integer' | 'boolean' | 'time' | 'list' | 'password';
  isRequired: boolean;
  isNullable: boolean;
  about: string;
  choices: string[] | null;
  default: unknown;
}

/**
 * Returns the description of the operations from which the commands and the pages of operators are built, as
 * `generated/interface.gen.ts`.
 *
 * @throws if an operation has a field for which neither has an input.
 */
export function interfaceFiles(contract: DocumentReader): Files {
  const operations = contract.operations().map((operation) => describe(contract, operation));
  return withNotice({
    'generated/interface.gen.ts': [
      "import type { InterfaceOperation } from './interface-types.ts';",
      '',
      '/** Every operation of operators, in the order of the document. */',
      `export const operations: readonly InterfaceOperation[] = ${JSON.stringify(operations, null, 2)};`,
      '',
    ].join('\n'),
  });
}

function describe(contract: DocumentReader, operation: Operation) {
  const { id, method, path, summary, description, parameters, body, pagination } = operation;
  const json = body?.content['application/json']?.schema;
  const success = Object.entries(operation.responses).find(([status]) => status < '300')?.[1];
  const answer = success?.content['application/json']?.schema;
  const item = pagination && answer && itemOf(contract, answer, pagination.items);
  const { command, audit, confirm, job, irreversible, isFile } = extensionsOf(contract, operation);
  return {
    id,
    method,
    path,
    command,
    section: sectionOf(contract, operation),
    summary,
    about: aboutOf(description),
    fields: [
      ...parameters.flatMap((parameter) => parameterField(contract, id, parameter)),
      ...(json === undefined ? [] : bodyFields(contract, id, json)),
    ],
    hasBody: json !== undefined,
    items: pagination?.items ?? null,
    columns: (item?.['x-columns'] as string[] | undefined) ?? [],
    done: method === 'GET' && !isFile ? null : (success?.description ?? null),
    audit,
    confirm,
    job,
    irreversible,
    isFile,
    role: operation.requiredScopes.user[0] ?? null,
    teamRole: teamRoleOf(operation),
  };
}

/** The parts of an operation that the document reader drops. */
function extensionsOf({ document }: DocumentReader, { method, path }: Operation) {
  const item = document.paths[path] as unknown as Record<string, Record<string, string>>;
  const written = item[method.toLowerCase()] ?? {};
  return {
    command: written['x-command'] ?? null,
    audit: written['x-audit'] ?? null,
    confirm: written['x-confirm'] ?? null,
    job: written['x-job'] ?? null,
    irreversible: written['x-irreversible'] ?? null,
    isFile: 'x-file' in written,
  };
}

/** The role in the team; `any` if every person of a partner may call it, and null if none may. */
function teamRoleOf({ security }: Operation): string | null {
  const roles = security.find(({ PartnerSession }) => PartnerSession !== undefined)?.PartnerSession;
  return roles === undefined ? null : (roles[0] ?? 'any');
}

function sectionOf({ document }: DocumentReader, { tag }: Operation): string {
  const found = (document.tags ?? []).find(({ name }) => name === tag);
  return found?.description ?? '';
}

// The command and the page already show the facts of the last paragraphs.
function aboutOf(description: string): string {
  const paragraphs = description.trim().split('\n\n');
  return paragraphs.filter((paragraph) => !paragraph.startsWith('**')).join('\n\n');
}

function itemOf({ resolve }: DocumentReader, answer: Schema, items: string): Schema | undefined {
  const list = resolve<Schema>(resolve<Schema>(answer).properties?.[items] ?? {});
  return list.items === undefined ? undefined : resolve<Schema>(list.items);
}

function parameterField(contract: DocumentReader, id: string, parameter: Parameter): Field[] {
  const { name, in: location, required = false, description = '', schema } = parameter;
  // The caller itself handles header fields and positions in lists.
  if (location === 'header' || name === 'cursor') return [];
  if (location === 'cookie') throw new Error(`${id} takes a cookie, which no command has.`);
  const about = description || aboutSchema(contract, schema);
  return [{ ...valueField(contract, id, name, schema), in: location, isRequired: required, about }];
}

function bodyFields(contract: DocumentReader, id: string, schema: Schema, above = ''): Field[] {
  const { properties = {}, required = [] } = contract.resolve<Schema>(schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${above}${name}`;
    const field = contract.resolve<Schema>(property);
    if (field.type === 'object') return bodyFields(contract, id, property, `${path}.`);
    const isRequired = required.includes(name);
    const about = aboutSchema(contract, property);
    return [{ ...valueField(contract, id, path, property), in: 'body', isRequired, about }];
  });
}

function aboutSchema({ resolve }: DocumentReader, schema: Schema): string {
  return schema.description ?? resolve<Schema>(schema).description ?? '';
}

function valueField(
  { resolve }: DocumentReader,
  id: string,
  name: string,
  reference: Schema,
): Omit<Field, 'in' | 'isRequired' | 'about'> {
  const schema = resolve<Schema>(reference);
  const types = [schema.type].flat().filter((type) => type !== undefined);
  const values = schema.type === 'array' ? resolve<Schema>(schema.items ?? {}) : schema;
  return {
    name,
    type: typeOf(id, name, schema, types),
    isNullable: types.includes('null'),
    choices: (values.enum as string[] | undefined) ?? null,
    default: schema.default ?? null,
  };
}

function typeOf(id: string, name: string, { format }: Schema, types: string[]): Field['type'] {
  if (types.includes('array')) return 'list';
  if (types.includes('integer')) return 'integer';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('string')) return textTypes[format ?? ''] ?? 'text';
  throw new Error(`${id} asks for ${name}, which is ${types.join(', ') || 'of no type'}.`);
}

const textTypes: Record<string, Field['type']> = { 'date-time': 'time', password: 'password' };
