import type { Metric } from './exposition.ts';

/** What every process is watched by, under the names that Prometheus gives it. */
export function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    gauge(
      'process_start_time_seconds',
      'When the process began, in seconds since 1970.',
      Math.round(Date.now() / 1_000 - process.uptime()),
    ),
    {
      ...gauge(
        'process_cpu_seconds_total',
        'Processor time the process has used, in seconds.',
        (user + system) / 1_000_000,
      ),
      type: 'counter',
    },
    gauge(
      'process_resident_memory_bytes',
      'Memory the process has, in bytes.',
      process.memoryUsage.rss(),
    ),
  ];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] };
}
