export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns every object in a JSON value, including the value itself, each with its path of keys. */
export function* objectsIn(value: unknown, path: string[] = []): Generator<[string[], JsonObject]> {
  if (isObject(value)) yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* objectsIn(part, [...path, key]);
}
