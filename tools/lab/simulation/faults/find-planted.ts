import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { type PlantedFault, plantedFaults } from './faults.ts';

export interface PlantedSearch {
  /** The names of the faults to find, or null for all. */
  names: readonly string[] | null;
  seeds: number;
  operations: number;
  jobs: number;
  print: (line: string) => void;
}

const run = promisify(execFile);
const plant = join(import.meta.dirname, 'plant.ts');

/**
 * Plants each fault and plays seeds until one fails. Returns the number of faults that no seed
 * found.
 */
export async function findPlanted({
  names,
  seeds,
  operations,
  jobs,
  print,
}: PlantedSearch): Promise<number> {
  const chosen = plantedFaults.filter(({ name }) => names?.includes(name) ?? true);
  const words = ['--seeds', `${seeds}`, '--operations', `${operations}`, '--brief'];
  const limit = pLimit(jobs);
  let missed = 0;
  await Promise.all(
    chosen.map((fault) =>
      limit(async () => {
        const found = await search(fault, words);
        if (found === null) missed += 1;
        print(
          found === null
            ? `MISSED  ${fault.name}: ${fault.sentence} No finding in ${seeds} seeds.`
            : `found   ${fault.name}, seed ${found.seed}: ${found.finding}`,
        );
      }),
    ),
  );
  print(
    `${chosen.length - missed} of ${chosen.length} planted faults were found within ${seeds} seeds of ${operations} operations.`,
  );
  return missed;
}

const SHOWN = 400;

/** The first seed that fails with the fault and its finding, or null. */
async function search(
  { name }: PlantedFault,
  words: readonly string[],
): Promise<{ seed: number; finding: string } | null> {
  const main = process.argv[1] ?? '';
  const env = { ...process.env, PLANTED_FAULT: name };
  const { stdout } = await run(process.execPath, ['--import', plant, main, ...words], {
    env,
    // A process that crashes in a story logs the reason.
    maxBuffer: Number.POSITIVE_INFINITY,
  }).catch((error: unknown) => error as { stdout: string });
  // A finding has several lines if it shows both values, or what the audit found.
  const [, seed, finding = ''] = /^Seed (\d+) failed: (.*?)\n\d+ operations, /ms.exec(stdout) ?? [];
  if (seed !== undefined) {
    return { seed: Number(seed), finding: finding.replaceAll(/\s+/g, ' ').slice(0, SHOWN) };
  }
  if (!stdout.includes('everything held'))
    throw new Error(`${name} ended without an answer:\n${stdout}`);
  return null;
}
