import { Buffer, isUtf8 } from 'node:buffer';
import { ProblemError } from '../reply/problem-error.ts';
import { type ErrorItem, token } from '../schema/errors.ts';
import type { Operation } from '../schema/operation-table.ts';
import { bodyCheck } from './body-check.ts';
import { duplicateNames } from './duplicate-names.ts';
import { parseJson } from './json-body.ts';
import { headerOf, type ReceivedMessage, type RequestHead } from './request-head.ts';
import { append, forEachPair, unreadable } from './url-encoded.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Returns the media type of a request's body in lower case, without its parameters. */
function mediaTypeOf(head: RequestHead): string | undefined {
  const header = headerOf(head, 'content-type');
  if (header === undefined || header === json || header === form) return header;
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}

function isPlainUtf8(head: RequestHead): boolean {
  const encoding = headerOf(head, 'content-encoding') ?? 'identity';
  const type = headerOf(head, 'content-type') ?? '';
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8';
  return encoding.toLowerCase() === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset);
}

function parseForm(text: string, errors: ErrorItem[]): unknown {
  const value: Record<string, string | string[]> = Object.create(null);
  forEachPair(text, (name, content, encodedName) => {
    const pointer = `/${token(typeof name === 'string' ? name : encodedName)}`;
    if (typeof name !== 'string') errors.push(unreadable(name, pointer));
    else if (typeof content !== 'string') errors.push(unreadable(content, pointer));
    else append(value, name, content);
  });
  // A field without a value counts as omitted (RFC 6749 §3.2); a repeated one is a list here.
  for (const name in value) if (value[name] === '') delete value[name];
  return value;
}

// A parameter of OAuth must not be repeated (RFC 6749 §3.2), neither in JSON nor in a form.
function addDuplicateNames(text: string, errors: ErrorItem[]): void {
  for (const name of duplicateNames(text)) {
    const detail = 'This name is repeated. Send it once.';
    errors.push({ pointer: `/${token(name)}`, code: 'propertyNames', detail });
  }
}

/** A parsed body, with its media type, which says which of the documented bodies it is. */
export interface ReceivedBody {
  contentType: string | undefined;
  body: unknown;
}

const noBody: ReceivedBody = { contentType: undefined, body: undefined };

/**
 * Creates a reader of an operation's body, which adds every error to `errors`. It ignores the body
 * if the operation takes none.
 *
 * @throws {ProblemError} from the reader: `unsupported_media_type`, `malformed_json`.
 */
export function bodyReader(
  operation: Operation,
): (message: ReceivedMessage, errors: ErrorItem[]) => ReceivedBody {
  const { body } = operation;
  if (body === null) return () => noBody;
  const checks = new Map(
    Object.entries(body.content).map(([mediaType, schema]) => [mediaType, bodyCheck(schema)]),
  );
  const accepted = [...checks.keys()].join(' or ');
  return ({ head, body: bytes }, errors) => {
    if (bytes === undefined || bytes.length === 0) {
      if (body.required) {
        const detail = `The body is missing. Send one as ${accepted}.`;
        errors.push({ pointer: '', code: 'required', detail });
      }
      return noBody;
    }
    const contentType = mediaTypeOf(head);
    const check = checks.get(contentType ?? '');
    if (check === undefined || !isPlainUtf8(head)) throw unsupported(accepted);
    const value = parse(bytes, contentType, operation, errors);
    check(value, errors);
    return { contentType, body: value };
  };
}

function unsupported(accepted: string): ProblemError {
  return new ProblemError('unsupported_media_type', {
    detail: `Send the body as ${accepted}, in UTF-8 and uncompressed, and name it in Content-Type.`,
  });
}

function parse(
  bytes: Uint8Array,
  contentType: string | undefined,
  { errorFormat }: Operation,
  errors: ErrorItem[],
): unknown {
  if (!isUtf8(bytes)) {
    const detail = 'The body is not UTF-8. Encode it as UTF-8.';
    throw new ProblemError('malformed_json', { detail });
  }
  const text = textOf(bytes);
  if (contentType === form) return parseForm(text, errors);
  const value = parseJson(text, errors);
  if (errorFormat === 'oauth') addDuplicateNames(text, errors);
  return value;
}

/** Returns the text of a body, without the byte order mark that some editors and .NET write at its start. */
function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = '\uFEFF';
