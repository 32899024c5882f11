import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import { expect, it } from 'vitest';
import { ConfigurationError, readConfiguration } from '../configuration/configuration.ts';
import { isTracingOn, loadOpenTelemetry } from './start-tracing.ts';

testRows([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
])('with %o, tracing is on: %s', (environment, isOn) => {
  expect(isTracingOn(readConfiguration(environment))).toBe(isOn);
});

// Counts the modules of OpenTelemetry that a process loads until it may start a service. prom-client always loads the API.
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load: (url, context, next) => {
      if (/@opentelemetry.(?!api)/.test(url.split('/node_modules/').at(-1))) loaded.push(url);
      return next(url, context);
    },
  });
  await import('./src/start.ts');
  const { readConfiguration } = await import('./src/platform/configuration/configuration.ts');
  const { startTracing } = await import('./src/platform/telemetry/start-tracing.ts');
  const stop = await startTracing(readConfiguration(process.env), {});
  await stop();
  console.log(loaded.length);
`;

async function countLoaded(environment: Record<string, string>): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { PATH: process.env.PATH, ...environment },
    },
  );
  return Number(stdout);
}

it('loads the packages of OpenTelemetry only while tracing is on', async () => {
  expect(await countLoaded({})).toBe(0);
  expect(await countLoaded({ OTEL_TRACES_EXPORTER: 'otlp' })).toBeGreaterThan(10);
});

it('says which packages to install if one is missing', async () => {
  const missing = Object.assign(new Error("Cannot find package '@opentelemetry/core'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const loaded = loadOpenTelemetry(() => Promise.reject(missing));
  await expect(loaded).rejects.toThrow(ConfigurationError);
  await expect(loaded).rejects.toThrow(
    /npm install .*@opentelemetry\/sdk-trace@.*OTEL_TRACES_EXPORTER=none/,
  );
});
