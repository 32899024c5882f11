import type { ErrorItem } from '../schema/errors.ts';
import { notTextDetail } from './text.ts';

/** Marks text that is not percent-encoded UTF-8. */
export const undecodable = Symbol('undecodable');

/** Marks text with NUL, which no parameter and no form field may contain. */
export const notText = Symbol('not text');

/** A name or value, or the mark of its error. */
export type Decoded = string | typeof undecodable | typeof notText;

/** Returns the error of an encoded value that cannot be decoded. */
export function unreadable(
  reason: typeof notText | typeof undecodable,
  pointer: string,
): ErrorItem {
  if (reason === notText) return { pointer, code: 'pattern', detail: notTextDetail };
  const detail = 'This is not percent-encoded UTF-8. Encode it, for example é as %C3%A9.';
  return { pointer, code: 'format', detail };
}

const notInUrls = /[^\x21-\x7e]/;
// The same characters, and the percent sign and the plus.
const needsDecoding = /[^\x21-\x24\x26-\x2a\x2c-\x7e]/;

/** Decodes a name or value of `application/x-www-form-urlencoded` text. */
export function decode(text: string): Decoded {
  if (notInUrls.test(text)) return undecodable;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? notText : decoded;
  } catch {
    return undecodable;
  }
}

/** Receives one pair of `application/x-www-form-urlencoded` text: decoded, and as it was sent. */
export type VisitPair = (
  name: Decoded,
  value: Decoded,
  encodedName: string,
  encodedValue: string,
) => void;

/** Visits the pairs of `application/x-www-form-urlencoded` text, in order. */
export function forEachPair(text: string, visit: VisitPair): void {
  // Most texts need no decoding, and one test of the whole text shows this.
  const isPlain = !needsDecoding.test(text);
  let start = 0;
  while (start < text.length) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) {
      const equals = text.indexOf('=', start);
      const endOfName = equals < 0 || equals > end ? end : equals;
      const name = text.slice(start, endOfName);
      const value = text.slice(endOfName + 1, end);
      if (isPlain) visit(name, value, name, value);
      else visit(decode(name), decode(value), name, value);
    }
    start = end + 1;
  }
}

/** Returns the query of a request target, without its question mark. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/**
 * Returns a query without validation: a repeated name becomes a list, and a value that cannot be decoded stays as it
 * was sent.
 */
export function rawQuery(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  forEachPair(queryOf(url), (name, value, encodedName, encodedValue) => {
    append(
      query,
      typeof name === 'string' ? name : encodedName,
      typeof value === 'string' ? value : encodedValue,
    );
  });
  return query;
}

/** Adds a value under a name. The values of a repeated name become a list. */
export function append(
  target: Record<string, string | string[]>,
  name: string,
  value: string,
): void {
  const existing = target[name];
  if (existing === undefined) target[name] = value;
  else if (Array.isArray(existing)) existing.push(value);
  else target[name] = [existing, value];
}
