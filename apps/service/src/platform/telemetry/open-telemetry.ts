import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type Configuration, version } from '../configuration/configuration.ts';
import type { Annotate, NewSpan, OpenSpan, Tracing } from './tracing.ts';

/** Loads the packages of OpenTelemetry, so only import it while tracing is on. */
export function createTracing(configuration: Configuration): Tracing {
  const { otlpEndpoint, otlpHeaders, traceServiceName } = configuration;
  const exporter = new OTLPTraceExporter({
    url: `${otlpEndpoint ?? DEFAULT_ENDPOINT}/v1/traces`,
    headers: parseKeyPairsIntoRecord(otlpHeaders),
  });
  const provider = new TracerProvider({
    sampler: createSampler(configuration),
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({ 'service.name': traceServiceName, 'service.version': version }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return new OpenTelemetry(provider);
}

const DEFAULT_ENDPOINT = 'http://localhost:4318';

function createSampler({ traceSampler, traceSamplerArgument }: Configuration): Sampler {
  const create = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(traceSamplerArgument),
  };
  const name = traceSampler.replace('parentbased_', '') as keyof typeof create;
  const sampler = create[name]();
  return name === traceSampler ? sampler : new ParentBasedSampler({ root: sampler });
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

const propagator = new W3CTraceContextPropagator();

/** Registers nothing globally, so that it does not disturb the packages that an operator preloads. */
class OpenTelemetry implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #contexts = new AsyncLocalStorageContextManager().enable();

  constructor(provider: TracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('@partner-rating/service', version);
  }

  open(options: NewSpan): OpenSpan {
    const { span, context } = this.#start(options);
    return new Opened(span, context, this.#contexts);
  }

  async run<Result>(
    options: NewSpan,
    work: (annotate: Annotate) => Promise<Result>,
  ): Promise<Result> {
    const { span, context } = this.#start(options);
    try {
      const annotate: Annotate = (attributes) => {
        span.setAttributes(attributes);
      };
      return await this.#contexts.with(context, () => work(annotate));
    } catch (error) {
      // The message of an error may contain personal data.
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  detach<Result>(work: () => Result): Result {
    return this.#contexts.with(ROOT_CONTEXT, work);
  }

  traceparent(): string | null {
    const carrier: { traceparent?: string } = {};
    propagator.inject(this.#contexts.active(), carrier, defaultTextMapSetter);
    return carrier.traceparent ?? null;
  }

  currentTraceId(): string | null {
    return trace.getSpanContext(this.#contexts.active())?.traceId ?? null;
  }

  async close(): Promise<void> {
    await this.#provider.shutdown();
    this.#contexts.disable();
  }

  #start({ name, kind = 'internal', parent, links = [], attributes = {} }: NewSpan): {
    span: Span;
    context: Context;
  } {
    const around = parent === undefined ? this.#contexts.active() : remoteContext(parent);
    const options = { kind: KINDS[kind], attributes, links: links.flatMap(linkTo) };
    const span = this.#tracer.startSpan(name, options, around);
    return { span, context: trace.setSpan(around, span) };
  }
}

class Opened implements OpenSpan {
  readonly #span: Span;
  readonly #context: Context;
  readonly #contexts: AsyncLocalStorageContextManager;

  constructor(span: Span, context: Context, contexts: AsyncLocalStorageContextManager) {
    this.#span = span;
    this.#context = context;
    this.#contexts = contexts;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  within<Result>(work: () => Result): Result {
    return this.#contexts.with(this.#context, work);
  }

  end(...[describe, { hasFailed }]: Parameters<OpenSpan['end']>): void {
    if (this.#span.isRecording()) {
      this.#span.setAttributes(describe());
      if (hasFailed) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** Returns the context of a `traceparent`. An invalid one is ignored, as W3C demands. */
function remoteContext(traceparent: string | null): Context {
  if (traceparent === null) return ROOT_CONTEXT;
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}

function linkTo(traceparent: string): Link[] {
  const context = trace.getSpanContext(remoteContext(traceparent));
  return context === undefined ? [] : [{ context }];
}
