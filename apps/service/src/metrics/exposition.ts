/** Something that is measured, as Prometheus and all who read its format know it. */
export interface Metric {
  /** `partner_rating_…`, with the unit, and `_total` where it only grows. */
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  samples: readonly Sample[];
}

export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The content type of what `renderMetrics` gives. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in the text format of Prometheus, version 0.0.4. */
export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics.map(renderMetric).join('');
}

function renderMetric({ name, help, type, samples }: Metric): string {
  const lines = [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels = {}, value }) => `${name}${renderLabels(labels)} ${value}`),
  ];
  return `${lines.join('\n')}\n`;
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
