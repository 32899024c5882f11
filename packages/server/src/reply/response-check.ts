import { schemas } from '../generated/schemas.gen.ts';
import { compile, type Validate } from '../schema/compiler.ts';
import { type DeclaredFields, declaredFields } from '../schema/declared-fields.ts';
import { dereference, type SchemaObject } from '../schema/dereference.ts';
import { type ErrorItem, errorsOf, maxErrors } from '../schema/errors.ts';
import type { Operation, OperationResponse } from '../schema/operation-table.ts';
import { ProblemError } from './problem-error.ts';

interface ResponseChecks {
  headers: { name: string; required: boolean; type: unknown; validate: Validate }[];
  content: ReadonlyMap<string, { validate: Validate; declared: DeclaredFields }>;
}

/** A response before it is sent. */
export interface SentResponse {
  /** The method of the request: the response to HEAD has no body. */
  method: string | undefined;
  status: number;
  header(name: string): unknown;
  body: string | undefined;
}

/**
 * Validates a response of an operation, including errors, against the document: status, header
 * fields, content type, and body.
 *
 * @returns the error to send instead, which lists the errors; `null` if the response is valid.
 */
export function responseError(operation: Operation, sent: SentResponse): ProblemError | null {
  const documented = operation.responses[sent.status];
  // The 501 of a missing handler is not a response of the document.
  if (sent.status === 501 && documented === undefined) return null;
  const errors = responseErrors(documented && checksOf(documented), sent);
  if (errors.length === 0) return null;
  return new ProblemError('internal', {
    detail: `The ${sent.status} response of ${operation.id} does not match the OpenAPI document; see errors. Fix the handler or the document.`,
    errors: errors,
  });
}

// Created when a status is first sent, once per process: an application in a test
// sends few statuses.
const checks = new WeakMap<OperationResponse, ResponseChecks>();

function checksOf(response: OperationResponse): ResponseChecks {
  const known = checks.get(response) ?? createChecks(response);
  checks.set(response, known);
  return known;
}

function createChecks({ headers, content }: OperationResponse): ResponseChecks {
  return {
    headers: Object.entries(headers).map(([name, { required, schema }]) => {
      const dereferenced = dereference(schema, schemas) as SchemaObject;
      return { name, required, type: dereferenced.type, validate: compile(dereferenced) };
    }),
    content: new Map(
      Object.entries(content).map(([mediaType, schema]) => {
        const dereferenced = dereference(schema, schemas);
        const declared = declaredFields(dereferenced);
        return [mediaType, { validate: compile(dereferenced), declared }];
      }),
    ),
  };
}

function responseErrors(checks: ResponseChecks | undefined, sent: SentResponse): ErrorItem[] {
  if (checks === undefined) {
    const detail = `The status ${sent.status} is not documented for this operation.`;
    return [{ pointer: '/status', code: 'enum', detail }];
  }
  const errors = checks.headers.flatMap(({ name, required, type, validate }): ErrorItem[] => {
    const pointer = `/headers/${name}`;
    const value = sent.header(name);
    if (value === undefined) {
      const detail = `The header field ${name} is missing.`;
      return required ? [{ pointer, code: 'required', detail }] : [];
    }
    return errorsOf(validate(headerValue(value, type)) ?? [], pointer);
  });
  return sent.method === 'HEAD' ? errors : [...errors, ...bodyErrors(checks, sent)];
}

function headerValue(sent: unknown, type: unknown): unknown {
  const text = [sent].flat().join(', ');
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' || (text === 'false' ? false : text) : text;
}

function bodyErrors(checks: ResponseChecks, { header, body: text }: SentResponse): ErrorItem[] {
  const pointer = '/headers/content-type';
  const isEmpty = text === undefined || text === '';
  if (checks.content.size === 0) {
    const detail = 'This response is documented without a body.';
    return isEmpty ? [] : [{ pointer: '/body', code: 'type', detail }];
  }
  if (isEmpty) return [{ pointer: '/body', code: 'required', detail: 'The body is missing.' }];
  const mediaType = String(header('content-type')).split(';')[0]?.trim().toLowerCase();
  const check = checks.content.get(mediaType ?? '');
  if (check === undefined) {
    const documented = [...checks.content.keys()].join(' or ');
    const detail = `The body is ${mediaType}; the document has ${documented}.`;
    return [{ pointer, code: 'enum', detail }];
  }
  const body: unknown = mediaType?.endsWith('json') ? JSON.parse(text) : text;
  return [
    ...errorsOf(check.validate(body) ?? [], '/body'),
    ...check.declared.undeclared(body).slice(0, maxErrors).map(undeclaredField),
  ];
}

function undeclaredField(pointer: string): ErrorItem {
  const detail =
    'The document does not declare this field. Leave it out, or add it to the document.';
  return { pointer: `/body${pointer}`, code: 'additionalProperties', detail };
}
