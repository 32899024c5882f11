import { InvalidArgumentError } from 'commander';

/** A moment as an operator types it. */
export function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Give a time like 2027-01-31T00:00:00Z.');
  }
  return time;
}
