import { type Handler, ProblemError, type Schemas } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { chargeRequest } from '../../platform/http/request-limits.ts';
import { countNamedAddresses } from '../import/domain/participant.ts';
import { runImportWork } from '../import/find-people.ts';
import { importTournament as importMatches } from '../import/import-tournament.ts';
import { countRated, refusal, refuseInvalidForm } from '../submit/ingest-batch.ts';

export function importTournament(
  dependencies: Dependencies,
  { importEmails, operations }: Limits,
): Handler<'matches.importTournament', Caller, FastifyRequest> {
  const running = new Set<string>();
  return async ({ body }, { principal, raw }) => {
    refuseInvalidForm(body);
    const { applicationId, ownLimits } = principal;
    if (running.has(applicationId)) throw importRunning();
    running.add(applicationId);
    try {
      await chargeRequest(raw, operations.ingest, applicationId, {
        ownLimit: ownLimits?.ingest,
        requests: costOf(body) - 1,
      });
      return await run(body, principal, raw);
    } finally {
      running.delete(applicationId);
    }
  };

  async function run(
    body: Schemas.TournamentImport,
    principal: Caller,
    raw: FastifyRequest,
  ): Promise<{ status: 200; body: Schemas.TournamentImportResult }> {
    const { applicationId } = principal;
    await importEmails(applicationId, await runImportWork(countNamedAddresses(body)));
    const outcome = await importMatches(
      dependencies,
      { applicationId, trusted: principal.scopes.has('key:tournament:import:trusted') },
      body,
      async (transaction, result) => {
        const { matchesImported, ghostPlayersCreated } = result;
        await recordAudit(transaction, {
          occurredAt: dependencies.clock(),
          actor: 'partner',
          action: 'tournament.imported',
          applicationId,
          memberId: null,
          details: { matchesImported, ghostPlayersCreated },
        });
        await storeIdempotentAnswer(raw, transaction, { status: 200, body: result });
      },
    );
    if (outcome.kind === 'handled') {
      countRated(dependencies, body, outcome.result.matches);
      return { status: 200, body: outcome.result };
    }
    throw refusal(outcome, 'Fix them and send the import again.');
  }
}

// A participant costs about a fiftieth of a small batch.
const PARTICIPANTS_OF_A_REQUEST = 50;

/** Returns how many requests an import counts as: one for each 50 participants, rounded up. */
function costOf({ matches }: Schemas.TournamentImport): number {
  const participants = matches.flatMap(({ teams }) => teams.flat()).length;
  return Math.max(1, Math.ceil(participants / PARTICIPANTS_OF_A_REQUEST));
}

function importRunning(): ProblemError {
  return new ProblemError('rate_limited', {
    detail:
      'Another import of your application is running, and an application runs one at a time. ' +
      'Wait for its answer, then send this import again.',
    headers: { 'retry-after': '2' },
  });
}
