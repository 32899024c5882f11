import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { predictMatches } from '../predict-matches.ts';

export function predict(dependencies: Dependencies): Handler<'matches.predict', Caller> {
  return async ({ body }, { principal }) => ({
    status: 200,
    body: await predictMatches(dependencies, principal.applicationId, body),
  });
}
