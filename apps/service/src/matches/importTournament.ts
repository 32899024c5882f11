import { type FaultItem, type Handler, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { keepAnswer } from '../http/idempotent-answers.ts';
import { importTournament as importMatches } from '../tournaments/import-tournament.ts';
import { MAXIMUM_ERRORS } from './domain/batch-result.ts';

export function importTournament(
  dependencies: Dependencies,
): Handler<'matches.importTournament', Caller> {
  return async ({ body }, { principal, raw }) => {
    const outcome = await importMatches(
      dependencies,
      principal.applicationId,
      body,
      async (transaction, result) =>
        await keepAnswer(raw, transaction, { status: 200, body: result }),
    );
    switch (outcome.kind) {
      case 'handled':
        return { status: 200, body: outcome.result };
      case 'rejected':
        throw new ProblemError('batch_rejected', {
          detail: `${counted(outcome.faults, 'fault was', 'faults were')} found and nothing was stored. Mend them and send the import again.`,
          errors: outcome.faults.slice(0, MAXIMUM_ERRORS),
        });
      case 'conflict':
        throw new ProblemError('match_conflict', {
          detail: `${counted(outcome.faults, 'match bears', 'matches bear')} the identifier of another match, and nothing was stored. Give each match an identifier of its own.`,
          errors: outcome.faults.slice(0, MAXIMUM_ERRORS),
        });
    }
  };
}

function counted(faults: readonly FaultItem[], one: string, several: string): string {
  return `${faults.length} ${faults.length === 1 ? one : several}`;
}
