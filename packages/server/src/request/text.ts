import { type ErrorItem, token } from '../schema/errors.ts';
import { maxDepth, tooDeep } from './depth.ts';

/** The detail of the error of a string with NUL or half of a surrogate pair. */
export const notTextDetail =
  'This contains a NUL character or half of a surrogate pair, which is not text. Remove it.';

/** Returns whether a string has only characters that can be stored and sent. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

/**
 * Adds an error for every string of a body that is not valid text, and for every name `__proto__`, which
 * would change the object that it is copied into.
 */
export function addTextErrors(body: unknown, errors: ErrorItem[]): void {
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (typeof value === 'string') {
      if (!isText(value)) errors.push({ pointer, code: 'pattern', detail: notTextDetail });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === maxDepth) throw tooDeep();
      for (const [name, child] of Object.entries(value)) {
        const childPointer = `${pointer}/${token(name)}`;
        if (!isText(name)) {
          errors.push({ pointer: childPointer, code: 'propertyNames', detail: notTextDetail });
        } else if (name === '__proto__') {
          const detail = '`__proto__` is not allowed as a name. Remove it.';
          errors.push({ pointer: childPointer, code: 'propertyNames', detail });
        }
        visit(child, childPointer, depth + 1);
      }
    }
  };
  visit(body, '', 0);
}
