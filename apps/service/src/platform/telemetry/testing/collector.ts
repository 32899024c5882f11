import { openReceiver } from '../../../webhooks/testing/receiver.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: { traceId: string; spanId: string }[];
}

interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

/** Receives traces over OTLP, until the test has finished. */
export async function openCollector() {
  const { target, requests } = await openReceiver();

  function spans(): SentSpan[] {
    return requests.flatMap(({ body }) => {
      const { resourceSpans } = JSON.parse(body) as Sent;
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
  }

  /** Returns the spans of a trace, each as the names from the first one to it, in order. */
  function paths(traceId: string): string[] {
    const ofTrace = spans().filter((span) => span.traceId === traceId);
    const byId = new Map(ofTrace.map((span) => [span.spanId, span]));
    const pathOf = (span: SentSpan): string => {
      const parent = byId.get(span.parentSpanId ?? '');
      return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`;
    };
    return [...new Set(ofTrace.map(pathOf))].toSorted();
  }

  return { endpoint: `http://${target}`, requests, spans, paths };
}
