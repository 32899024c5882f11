import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { MergeRefusedError, mergeGhost } from '../../matches/claims/merge-ghost.ts';
import { clearRemains } from '../../privacy/clear-remains.ts';
import { exportMember } from '../../privacy/export-member.ts';
import {
  erasePerson,
  findOnePerson,
  type PersonOptions,
  personOptions,
  type ReportedOptions,
  reportedOption,
  selectReported,
} from '../actions/find-members.ts';
import {
  AS_JSON,
  type ConfirmationOptions,
  confirm,
  confirmationOptions,
  OperatorError,
  printResult,
  refuseToAskPrograms,
  type Terminal,
  type WithDependencies,
} from '../terminal.ts';

/** `member erase`: somebody asked the operator to be erased. */
export function eraseCommand(withDependencies: WithDependencies, terminal: Terminal): Command {
  return confirmationOptions(reportedOption(personOptions(new Command('erase'))))
    .description(
      'Erase a person: their name, facts, account and connections. This cannot be undone.',
    )
    .addHelpText('after', eraseHelp)
    .action((options: PersonOptions & ReportedOptions & ConfirmationOptions) =>
      withDependencies(async (dependencies) => {
        refuseToAskPrograms(options);
        const member = await findOnePerson(dependencies.database, options);
        const { id, member_number: number, display_name: name } = member;
        const { included, lines } = await selectReported(dependencies, id, options);
        if (!options.json) for (const line of lines) terminal.print(line);
        await confirm(terminal, options, {
          warning: `This erases ${name}, member ${number} (${id}), and cannot be undone.`,
          what: 'the member number',
          answer: String(number),
          refusal: 'Nothing was erased: that is not the member number.',
        });
        const cleanUpLater = (error: unknown) => terminal.printError(leftToService(id, error));
        const { connections } = await erasePerson(
          dependencies,
          { memberId: id, selected: included },
          cleanUpLater,
        );
        await clearRemains(dependencies).catch(cleanUpLater);
        printResult(terminal.print, options, {
          value: { memberId: id, erased: true, connections, reported: included },
          lines: [
            `${id} is a former player from now on.`,
            `Connections that ended  ${connections}`,
          ],
        });
      }),
    );
}

function leftToService(memberId: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${memberId} is erased. What is left of them in the database is cleaned up later, by the service: ${reason}`;
}

const eraseHelp = `
Name, e-mail address, birth date, gender, place and everything to log in with go at once, from
the ghosts they claimed too. Connections end, and their applications are notified. Matches and ratings
stay under the member's id as those of a "Former player". What imports said under the proven address goes too
if the name agrees, and otherwise where --reported selects it. The address may register again, as somebody
new. Copies outside of the database are not reached: its backups, and what applications have read.`;

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

/** `member claim`: a ghost turned out to be a member. */
export function claimCommand(withDependencies: WithDependencies, { print }: Terminal): Command {
  return new Command('claim')
    .alias('merge')
    .description('Claim a ghost for the member it turned out to be. This cannot be undone.')
    .argument('<ghost>', 'mem_… or a member number')
    .requiredOption('--for <member>', 'mem_… or a member number')
    .option(...AS_JSON)
    .addHelpText('after', claimHelp)
    .action((ghost: string, options: { for: string; json: boolean }) =>
      withDependencies(async (dependencies) => {
        const request = { ghost, member: options.for };
        const merge = await mergeGhost(dependencies, request).catch((error: unknown) => {
          throw error instanceof MergeRefusedError ? new OperatorError(error.message) : error;
        });
        const { ghostId, memberId, matches, ratings, isSettled } = merge;
        const soFar = isSettled ? '' : ' so far; the service settles the others';
        printResult(print, options, {
          value: { ghostId, memberId, matches, ratings, isSettled },
          lines: [
            `${ghostId} is ${memberId} from now on.`,
            `Matches that came over  ${matches}`,
            `Ratings that changed    ${ratings}${soFar}`,
          ],
        });
      }),
    );
}

const claimHelp = `
The ghost's matches and history move over whole, and the ratings become those of one player who
played them all. The ghost's id and number go on naming the member. Matches submitted meanwhile wait.`;
