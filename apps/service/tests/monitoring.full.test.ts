import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { providedProgram } from '@partner-rating/provision';
import { expect, it } from 'vitest';

const folder = new URL('../deploy/monitoring/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const metricsIn = (text: string) =>
  new Set(
    [...text.matchAll(/\bpartner_rating_\w+/g)].map(([name]) =>
      name.replace(/_(count|bucket)$/, ''),
    ),
  );

const described = metricsIn(read('../../../docs/guides/maintenance.md'));

it.each(['alerts.yaml', 'alerts.test.yaml', 'dashboard.json'])(
  '%s uses only metrics of the service',
  (file) => {
    const asked = metricsIn(read(file));
    expect(asked.size).toBeGreaterThan(3);
    expect([...asked].filter((metric) => !described.has(metric))).toEqual([]);
  },
);

it('every alert says what to do, and has a test', () => {
  const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tested = new Set(
    [...read('alerts.test.yaml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name),
  );
  expect(alerts).toEqual([...tested]);
  expect(read('alerts.yaml').match(/description: ./g)).toHaveLength(alerts.length);
});

it('the alerts fire when they should, by promtool', async () => {
  const { path, environment } = await providedProgram('promtool');
  const { status, stdout, stderr } = spawnSync(path, ['test', 'rules', 'alerts.test.yaml'], {
    cwd: fileURLToPath(folder),
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), '']);
});
