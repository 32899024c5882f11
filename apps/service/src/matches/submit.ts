import { type FaultItem, type Handler, ProblemError } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { keepAnswer } from '../http/idempotent-answers.ts';
import { MAXIMUM_ERRORS } from './domain/batch-result.ts';
import { ingestBatch } from './ingest-batch.ts';

export function submit(dependencies: Dependencies): Handler<'matches.submit', Caller> {
  return async ({ body }, { principal, raw }) => {
    const submitter = {
      applicationId: principal.applicationId,
      trusted: principal.scopes.has('key:match:submit:trusted'),
    };
    const outcome = await ingestBatch(
      dependencies,
      submitter,
      body,
      async (transaction, result) =>
        await keepAnswer(raw, transaction, { status: 200, body: result }),
    );
    switch (outcome.kind) {
      case 'handled':
        return { status: 200, body: outcome.result };
      case 'rejected':
        throw new ProblemError('batch_rejected', {
          detail: `${counted(outcome.faults, 'fault was', 'faults were')} found and nothing was stored. Mend them, or set partial to true to store the sound matches.`,
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
