import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { countRated } from '../../matches/count-rated.ts';
import { refusal, refuseInvalidForm } from '../../matches/refusals.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { storeIdempotentAnswer } from '../../platform/http/idempotent-answers.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { countNamedAddresses } from '../../tournaments/domain/named-addresses.ts';
import { importTournament as importMatches } from '../../tournaments/import-tournament.ts';
import { runImportWork } from '../../tournaments/import-work.ts';

export function importTournament(
  dependencies: Dependencies,
  { importEmails }: Limits,
): Handler<'matches.importTournament', Caller, FastifyRequest> {
  return async ({ body }, { principal, raw }) => {
    refuseInvalidForm(body);
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
  };
}
