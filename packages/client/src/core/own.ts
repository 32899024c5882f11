/** An own property of a map: a sport or a scope called `constructor` is none. */
export function own<Value>(
  map: { [key in string]?: Value } | undefined,
  key: string,
): Value | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}
