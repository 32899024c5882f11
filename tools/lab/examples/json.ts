/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value with every string replaced. */
export function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]),
  );
}

/** Lists the JSON pointers where at least one of the two has a value. Parents come first. */
export function* walkBoth(
  one: Json | undefined,
  other: Json | undefined,
  pointer = '',
): Generator<[pointer: string, one: Json | undefined, other: Json | undefined]> {
  yield [pointer, one, other];
  if (!isContainer(one) || !isContainer(other)) return;
  if (Array.isArray(one) !== Array.isArray(other)) return;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
    yield* walkBoth(at(one, key), at(other, key), `${pointer}/${step}`);
  }
}

type Container = Json[] | { [key: string]: Json };

function isContainer(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

function at(container: Container, key: string): Json | undefined {
  return Array.isArray(container) ? container[Number(key)] : container[key];
}
