import { createHash } from 'node:crypto';
import {
  type ErrorItemCode,
  type HandlerOf,
  type Logger,
  ProblemError,
} from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { IdentifierPrefix } from '../../platform/database/identifiers.ts';
import { type Page, refuseCursor, toPageWith } from '../../platform/paging.ts';
import type { OperatorCaller } from './caller.ts';
import type { OperationTypes } from './operation-types.gen.ts';

/** The dependencies of a handler. */
export interface ConsoleDependencies extends Dependencies {
  /** Whether no other process has the database open. */
  isAlone: boolean;
  log: Logger | undefined;
}

type Handler<Id extends keyof OperationTypes> = HandlerOf<
  OperationTypes[Id],
  OperatorCaller,
  Request
>;

/** A handler for each of these operations. */
export type AdminHandlers<Id extends keyof OperationTypes> = {
  [One in Id]: (
    dependencies: ConsoleDependencies,
    ...call: Parameters<Handler<One>>
  ) => ReturnType<Handler<One>>;
};

/** The names of the operations of a resource. */
export type IdsOf<Resource extends string> = Extract<keyof OperationTypes, `${Resource}.${string}`>;

type Sent<Value> = Value extends Date ? string : Value;

/** Returns the values of a row as the document has them: each time as RFC 3339 text. */
export function viewOf<Row extends object>(row: Row): { [Name in keyof Row]: Sent<Row[Name]> } {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(values) as { [Name in keyof Row]: Sent<Row[Name]> };
}

/** Returns the answer to a request that created something at a path of this API. */
export function created<Body>(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  path: string,
  body: Body,
) {
  const headers = { location: `${publicUrl}/api/admin/v1/${path}` };
  return { status: 201, headers, body } as const;
}

/** Reads the key of an entry from a cursor. Returns null if no entry can have this key. */
type DecodeKey<Key> = (text: string) => Key | null;

/** Decodes an id with this prefix. */
export function idKey(prefix: IdentifierPrefix): DecodeKey<string> {
  const pattern = new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
  return (text) => (pattern.test(text) ? text : null);
}

/** Decodes a number of an entry, up to the largest number of its column. */
export function numberKey(max: number): DecodeKey<number> {
  return (text) => (/^\d{1,16}$/.test(text) && Number(text) <= max ? Number(text) : null);
}

/** Decodes the name of a partner or an operator. */
export function nameKey(text: string): string | null {
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}

/**
 * Reads a page of a list whose cursor holds the key of the last entry.
 * @param decode Reads the key from a cursor, which anybody can write.
 * @param find Finds the entries after a key; it is asked for one more than the page has.
 * @throws ProblemError `validation_failed` for a cursor that the list never gives.
 */
export async function readPage<Row, Key>(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  decode: DecodeKey<Key>,
  find: (part: { after: Key | undefined; limit: number }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await find({ after: readAfter(cursor, decode), limit: limit + 1 });
  return toPageWith(found, limit, (row) => cursorAfter(keyOf(row)));
}

function readAfter<Key>(cursor: string | undefined, decode: DecodeKey<Key>): Key | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  // Base64 ignores unknown characters, so only a text that is encoded to itself is a cursor.
  const key = cursorAfter(text) === cursor ? decode(text) : null;
  return key ?? refuseCursor();
}

function cursorAfter(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** Returns the moment of a time in a query. */
export function dateOf(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}

/** Refuses a request because of one of its fields, which a JSON pointer names. */
export function refuseField(
  pointer: string,
  detail: string,
  code: ErrorItemCode = 'format',
): ProblemError {
  return new ProblemError('validation_failed', { errors: [{ pointer, code, detail }] });
}

/** Refuses a request about something that does not exist. */
export function notFound(detail: string): ProblemError {
  return new ProblemError('not_found', { detail });
}

/** Returns the `ETag` of the values that a client can change. */
export function versionOf(setting: object): string {
  const digest = createHash('sha256').update(JSON.stringify(setting)).digest('hex');
  return `"${digest.slice(0, 24)}"`;
}

/**
 * Refuses a change of another version than `If-Match` names; a weak tag names none (RFC 9110 section 13.1.1).
 * @throws ProblemError `changed_meanwhile`
 */
export function requireVersion(ifMatch: string | undefined, tag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.split(',').some((named) => named.trim() === tag)) return;
  throw new ProblemError('changed_meanwhile');
}
