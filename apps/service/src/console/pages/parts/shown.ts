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

/** A moment as an operator compares it with a log: in UTC. */
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

/** How long something has waited, in the largest unit that it fills. */
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

/** What is not known or not there. */
export const nothing: Shown = { text: 'none', tone: 'quiet' };

const words: Readonly<Record<string, string>> = {
  default: 'Requests',
  ingest: 'Requests that rate matches',
  token: 'Token requests',
  'webhook-test': 'Webhook tests',
};

/** What a class of limits counts; its name, where it is a new one. */
export function limitWords(name: string): string {
  return words[name] ?? name;
}
