import { document, type Reference } from './document.ts';

/** The reference to what stands at the end of these keys. */
export function pointerTo(...keys: string[]): string {
  return `#/${keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}

/** What stands at a reference in the document. */
export function valueAt<Value>(pointer: string): Value {
  let value: unknown = document;
  for (const key of pointer.split('/').slice(1)) {
    value = Reflect.get(Object(value), key.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return value as Value;
}

export function isReference(value: object): value is Reference {
  return '$ref' in value;
}
