import type { Command } from 'commander';
import { OperatorError } from './operator-error.ts';
import type { Terminal } from './terminal.ts';

export interface ConfirmationOptions {
  yes?: true;
  json: boolean;
}

/** The options of a command that asks before it does what cannot be undone. */
export function confirmationOptions(command: Command): Command {
  return command
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print one JSON object, after --yes', false);
}

/** @throws OperatorError where a program would be asked, before anything is looked up. */
export function refuseToAskPrograms({ yes, json }: ConfirmationOptions): void {
  if (json && yes !== true) {
    throw new OperatorError('With --json nothing is asked, so say --yes too.');
  }
}

/**
 * Goes on where `--yes` was said, or where what names the thing is typed.
 * @throws OperatorError with `refusal` where something else is.
 */
export async function confirm(
  { print, readLine }: Pick<Terminal, 'print' | 'readLine'>,
  { yes }: ConfirmationOptions,
  question: { warning: string; what: string; answer: string; refusal: string },
): Promise<void> {
  if (yes === true) return;
  print(question.warning);
  print(`Type ${question.what}, ${question.answer}, to confirm:`);
  if ((await readLine()).trim() !== question.answer) throw new OperatorError(question.refusal);
}
