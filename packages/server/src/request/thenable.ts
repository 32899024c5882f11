/** Returns whether a value must be awaited. `instanceof Promise` does not recognize a promise of another realm. */
export function isThenable<Value>(value: Promise<Value> | Value): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null)?.then === 'function';
}
