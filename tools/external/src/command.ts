import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a command printed, and its exit code. */
export interface Outcome {
  code: number;
  output: string;
}

/** Runs a command in a folder, with these variables and those of this process. */
export async function runCommand(
  [program = '', ...words]: string[],
  { folder, environment = {} }: { folder: string; environment?: Record<string, string> },
): Promise<Outcome> {
  const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 2 ** 26 };
  return await promisify(execFile)(program, words, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr, message }) => ({
      code: Number(code) || 1,
      output: `${stdout}${stderr}` || message,
    }),
  );
}
