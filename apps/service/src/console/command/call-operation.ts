import { randomUUID } from 'node:crypto';
import type { ProblemDetails } from '@partner-rating/server';
import { operations } from '../api/interface.gen.ts';
import type { InterfaceField, InterfaceOperation } from '../api/interface-types.ts';
import { OperatorError } from '../terminal.ts';

/** Sends a request to the operations of the console, over HTTP or in this process. */
export type AdminClient = (request: Request) => Promise<Response>;

/** Runs something with a client, and then closes the connections of the client. */
export type WithClient = (run: (client: AdminClient) => Promise<void>) => Promise<void>;

/** The given values by the name of the field. */
export type Values = Map<string, unknown>;

// A client in this process ignores the host.
const BASE = 'http://localhost/api/admin/v1';

const MAX_PAGE = 100;

/**
 * Calls an operation and returns the body of the answer; null if it has none.
 * @throws OperatorError with the reason if the operation refuses.
 */
export async function callOperation(
  client: AdminClient,
  operation: InterfaceOperation,
  values: Values,
): Promise<Record<string, unknown> | null> {
  const response = await client(requestOf(operation, values));
  if (response.ok) {
    return response.status === 204 ? null : ((await response.json()) as Record<string, unknown>);
  }
  throw await refusalOf(response, operation);
}

/** Returns what the document says about an operation. */
export function operationOf(id: string): InterfaceOperation {
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`The document has no ${id}.`);
  return operation;
}

interface EntriesPage {
  entries: Record<string, unknown>[];
  hasMore: boolean;
}

/** Reads a list page by page, so that only one page is in memory, until as many entries are read as wanted. */
export async function* readPages(
  client: AdminClient,
  operation: InterfaceOperation,
  values: Values,
  wanted = Number.POSITIVE_INFINITY,
): AsyncGenerator<EntriesPage> {
  const page = new Map(values);
  let left = wanted;
  do {
    page.set('limit', Math.min(MAX_PAGE, left));
    const answer = await callOperation(client, operation, page);
    const entries = (answer?.[operation.items ?? ''] ?? []) as EntriesPage['entries'];
    page.set('cursor', answer?.nextCursor ?? null);
    left -= entries.length;
    yield { entries, hasMore: page.get('cursor') !== null };
  } while (page.get('cursor') !== null && left > 0);
}

function requestOf(operation: InterfaceOperation, values: Values): Request {
  const { method, path, fields, hasBody } = operation;
  const address = new URL(
    BASE + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name)))),
  );
  const body: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const location = fields.find((field) => field.name === name)?.in ?? 'query';
    if (location === 'query') {
      for (const one of [value].flat()) address.searchParams.append(name, String(one));
    }
    if (location === 'body') setAt(body, name.split('.'), value);
  }
  return new Request(address, {
    method,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  target[first] ??= {};
  setAt(target[first] as Record<string, unknown>, rest, value);
}

async function refusalOf(
  response: Response,
  operation: InterfaceOperation,
): Promise<OperatorError> {
  const type = response.headers.get('content-type');
  if (type !== 'application/problem+json') {
    return new OperatorError(
      `The service answered ${response.status} with ${type ?? 'no content'}. Check OPERATOR_URL: it is the address of the service, without a path.`,
    );
  }
  const { detail, errors = [], instance } = (await response.json()) as ProblemDetails;
  if (response.status >= 500) {
    return new OperatorError([detail, `The log of the service says more: ${instance}`]);
  }
  const [first] = errors;
  if (first === undefined) return new OperatorError(detail);
  return new RefusedFieldError(
    operation,
    errors.map((error) => ({ field: fieldAt(operation, error.pointer), ...error })),
  );
}

/** Returns the field of a pointer. A pointer to an item of a list means the list. */
function fieldAt({ fields }: InterfaceOperation, pointer: string): InterfaceField | undefined {
  const parts = pointer.split('/').slice(1);
  const path = ['path', 'query'].includes(parts[0] ?? '') ? parts.slice(1) : parts;
  return fields.find(({ name }) => path.join('.') === name || path.slice(0, -1).join('.') === name);
}

interface RefusedField {
  field: InterfaceField | undefined;
  pointer: string;
  detail: string;
}

/** A refusal because of fields. A command names their options, and a form marks the first one. */
export class RefusedFieldError extends OperatorError {
  readonly detail: string;

  constructor({ command }: InterfaceOperation, refused: readonly RefusedField[]) {
    const [first] = refused;
    super(
      refused.map(({ field, pointer, detail }) => {
        if (field === undefined) return `${pointer || 'The request'}: ${detail}`;
        const isOption = field.type !== 'password' && !command?.includes(`<${field.name}>`);
        return `${isOption ? `--${optionName(field)}` : field.name}: ${detail}`;
      }),
      first?.field === undefined ? {} : { field: first.field.name },
    );
    this.detail = first?.detail ?? '';
  }
}

/** `redirectUris` is `--redirect-uri`, which may be repeated, and `memberId` is `--member`. */
export function optionName({ name, type }: Pick<InterfaceField, 'name' | 'type'>): string {
  const words = kebab(name.replaceAll('.', '-'));
  return type === 'list' ? words.replace(/s$/, '') : words.replace(/-id$/, '');
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
