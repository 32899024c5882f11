import { spawnSync } from 'node:child_process';

/** The name of a check and its command. */
export type Check = readonly [name: string, ...command: string[]];

/** Runs each check, prints its name before its output, and returns the names of the failed checks. */
export function runChecks(checks: readonly Check[]): string[] {
  return checks
    .map(([name, command = '', ...args]) => {
      process.stdout.write(`\n── ${name} ──\n`);
      return { name, status: spawnSync(command, args, { stdio: 'inherit' }).status };
    })
    .filter((check) => check.status !== 0)
    .map((check) => check.name);
}
