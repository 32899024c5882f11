import { encodedValue } from './request-url.ts';

/**
 * Fills the parameters into a path template.
 *
 * @throws TypeError where a parameter would lead to another operation.
 */
export function fillPath(path: string, parameters: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String((parameters as Record<string, unknown>)[name]);
    // An empty or dotted segment would be dropped from the path, and another operation called.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} must not be "${value}".`);
    return encodedValue(name, value);
  });
}
