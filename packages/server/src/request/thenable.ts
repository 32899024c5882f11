/** Whether a value has to be waited for. A promise may be of another realm, as in some test runners. */
export function isPromise<Value>(value: Promise<Value> | Value): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null)?.then === 'function';
}
