/** Whether a value has to be awaited. `instanceof Promise` fails for a promise of another realm. */
export function isThenable<Value>(value: Promise<Value> | Value): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null)?.then === 'function';
}
