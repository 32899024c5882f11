import { InvalidArgumentError } from 'commander';

/** Reads how many, from 1 to a maximum, as an operator types it. */
export function readCount(maximum: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= maximum) return count;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${maximum}.`);
  };
}
