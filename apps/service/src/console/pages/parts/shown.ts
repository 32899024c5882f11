import type { Shown } from './render-board.ts';

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

const number = new Intl.NumberFormat('en-GB');

/** A time in UTC, as logs have it. */
export function at(time: Date | string): Shown {
  const date = new Date(time);
  return { text: `${moment.format(date)} UTC`, time: date.toISOString() };
}

/** The text of a value. */
export function textOf(shown: Shown): string {
  return typeof shown === 'string' ? shown : shown.text;
}

export function count(amount: number): string {
  return number.format(amount);
}

/** A duration in its largest whole unit. */
export function duration(seconds: number): string {
  const [size, unit] = units.find(([candidate]) => seconds >= candidate) ?? [1, 'second'];
  const amount = Math.floor(seconds / size);
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** The text for a missing value. */
export const nothing: Shown = { text: 'none', tone: 'quiet' };

const words: Readonly<Record<string, string>> = {
  default: 'Requests',
  ingest: 'Requests that rate matches',
  token: 'Token requests',
  'webhook-test': 'Webhook tests',
};

/** The words for a class of limits; its name if it is a new one. */
export function limitWords(name: string): string {
  return words[name] ?? name;
}
