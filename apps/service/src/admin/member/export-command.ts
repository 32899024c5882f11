import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { exportMember } from '../../export/export-member.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { AS_JSON, printResult } from '../terminal/print-result.ts';
import type { Terminal, WithDependencies } from '../terminal/terminal.ts';
import {
  findOnePerson,
  type PersonOptions,
  personOptions,
  type ReportedOptions,
  reportedOption,
  selectReported,
} from './one-person.ts';

/** `member export`: somebody asked the operator for everything there is about them. */
export function exportCommand(
  withDependencies: WithDependencies,
  { print, resolvePath }: Terminal,
): Command {
  return reportedOption(personOptions(new Command('export')))
    .description('Write everything there is about a person into a file, as JSON.')
    .requiredOption('--out <file>', 'a file that does not exist yet')
    .option(...AS_JSON)
    .action((options: PersonOptions & ReportedOptions & { out: string; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const { id } = await findOnePerson(dependencies.database, options);
        const { included, lines } = await selectReported(dependencies, id, options);
        const parts = await exportMember(dependencies, id, included);
        if (parts === null) throw new OperatorError(`${id} was erased meanwhile.`);
        await writeNewFile(resolvePath(options.out), parts);
        printResult(print, options, {
          value: { memberId: id, file: options.out, reported: included },
          lines: [
            ...lines,
            `Everything about ${id} was written to ${options.out}.`,
            'It is theirs alone: send it to nobody but them, and delete it afterwards.',
          ],
        });
      }),
    );
}

/** Only its owner may read the file, and what is not whole does not stay. */
async function writeNewFile(path: string, parts: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`Choose another --out: ${reason}`);
  });
  try {
    await pipeline(parts, file.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
