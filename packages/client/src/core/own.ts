/** Returns an own property of a map, so that a sport or a scope called `constructor` is unknown. */
export function own<Value>(
  map: { [key in string]?: Value } | undefined,
  key: string,
): Value | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}
