/** A value that describes the work of a span. Never personal data, and never a secret. */
type Attributes = Readonly<Record<string, string | number>>;

/** Adds attributes to a span whose work runs. */
export type Annotate = (attributes: Attributes) => void;

export interface NewSpan {
  name: string;
  /** `server` answers a request, `client` sends one, and `internal` does neither. */
  kind?: 'server' | 'client' | 'internal';
  /** The `traceparent` of the cause, if it came over the network or from a queue. Null for none. By default, the current span. */
  parent?: string | null;
  /** The `traceparent` of each further cause. */
  links?: readonly string[];
  attributes?: Attributes;
}

/** A span that ends when its owner says so. */
export interface OpenSpan {
  /** Runs work in which this span is the current one. */
  within: <Result>(work: () => Result) => Result;
  /** @param describe Called only if the span is kept. */
  end: (describe: () => Attributes, outcome: { hasFailed: boolean }) => void;
  traceId: string;
}

/** Writes spans. `open-telemetry.ts` implements it. */
export interface Tracing {
  open: (span: NewSpan) => OpenSpan;
  run: <Result>(span: NewSpan, work: (annotate: Annotate) => Promise<Result>) => Promise<Result>;
  /** Runs work that belongs to no span. */
  detach: <Result>(work: () => Result) => Result;
  /** Returns the current span as W3C writes it. Null if there is none. */
  traceparent: () => string | null;
  currentTraceId: () => string | null;
  /** Sends the remaining spans. */
  close: () => Promise<void>;
}

// One for each process, like the context of asynchronous calls that it reads. Null while tracing is off.
let tracing: Tracing | null = null;

export function useTracing(given: Tracing | null): void {
  tracing = given;
}

/** Lets callers skip the work of finding out what a span needs. */
export function isTracing(): boolean {
  return tracing !== null;
}

/** Returns null while tracing is off. */
export function openSpan(span: NewSpan): OpenSpan | null {
  return tracing === null ? null : tracing.open(span);
}

/** Runs work as a span. While tracing is off, only runs the work. */
export async function traced<Result>(
  span: NewSpan,
  work: (annotate: Annotate) => Promise<Result>,
): Promise<Result> {
  return await (tracing === null ? work(ignore) : tracing.run(span, work));
}

const ignore: Annotate = () => {};

/** Runs work that outlives the current span, such as a timer. */
export function detached<Result>(work: () => Result): Result {
  return tracing === null ? work() : tracing.detach(work);
}

/** Returns the current span for a receiver or a queue. Null if there is none, and always while tracing is off. */
export function currentTraceparent(): string | null {
  return tracing === null ? null : tracing.traceparent();
}

/** Returns what a line of the log says about the current span. */
export function traceFacts(): { trace_id?: string } {
  const traceId = tracing === null ? null : tracing.currentTraceId();
  return traceId === null ? {} : { trace_id: traceId };
}
