import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { matchNotFound } from '../read-matches.ts';
import { refusal, refuseInvalidForm } from '../submit/ingest-batch.ts';
import { replaceMatch } from '../submit/replace-match.ts';

export function replace(dependencies: Dependencies): Handler<'matches.replace', Caller> {
  return async ({ path: { matchId }, body: { reason, timeZone, ...match } }, { principal }) => {
    const { sport } = match;
    const batch = { sport, ...(timeZone !== undefined && { timeZone }), matches: [match] };
    refuseInvalidForm(batch, inBodyOfOne);
    const submitter = {
      applicationId: principal.applicationId,
      trusted: principal.scopes.has('key:match:submit:trusted'),
    };
    const outcome = await replaceMatch(dependencies, submitter, { matchId, reason, batch });
    if (outcome === null) throw matchNotFound(matchId);
    if (outcome.kind === 'handled') return { status: 200, body: outcome.result };
    const advice = `Fix every error in errors, and send it again. ${matchId} is unchanged.`;
    throw refusal(outcome, advice, inBodyOfOne);
  };
}

/** Converts a pointer into a batch of one match to a pointer into the sent match. */
function inBodyOfOne(pointer: string): string {
  return pointer.replace(/^\/matches\/0(?=\/|$)/, '');
}
