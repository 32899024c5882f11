import {
  type Configuration,
  ConfigurationError,
  tracePackages,
} from '../configuration/configuration.ts';
import type { Database } from '../database/schema.ts';
import { traceTransactions } from './trace-transactions.ts';
import { useTracing } from './tracing.ts';

/**
 * Starts tracing if the settings ask for it. Otherwise loads nothing. Returns the function that ends it.
 * @throws ConfigurationError if the packages of OpenTelemetry are not installed.
 */
export async function startTracing(
  configuration: Configuration,
  database: Database,
): Promise<() => Promise<void>> {
  if (!isTracingOn(configuration)) return async () => {};
  const { createTracing } = await loadOpenTelemetry();
  const tracing = createTracing(configuration);
  useTracing(tracing);
  const untrace = traceTransactions(database);
  return async () => {
    untrace();
    useTracing(null);
    await tracing.close();
  };
}

export function isTracingOn({
  traceExporter,
  otlpEndpoint,
}: Pick<Configuration, 'traceExporter' | 'otlpEndpoint'>): boolean {
  return traceExporter === null ? otlpEndpoint !== null : traceExporter === 'otlp';
}

/** @param load Replaced by tests. */
export async function loadOpenTelemetry(
  load = async () => await import('./open-telemetry.ts'),
): Promise<typeof import('./open-telemetry.ts')> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new ConfigurationError([
      `Traces need packages that are not installed. Install them next to the service: npm install ${tracePackages.join(' ')}. Or turn traces off with OTEL_TRACES_EXPORTER=none.`,
    ]);
  }
}

function isMissingPackage(error: unknown): boolean {
  const { code, message }: { code?: unknown; message?: unknown } = { ...Object(error) };
  const text = error instanceof Error ? error.message : message;
  return code === 'ERR_MODULE_NOT_FOUND' && String(text).includes('@opentelemetry/');
}
