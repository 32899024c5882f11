import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { balancePlayers } from '../predict-matches.ts';

export function balance(dependencies: Dependencies): Handler<'matches.balance', Caller> {
  return async ({ body }, { principal }) => ({
    status: 200,
    body: await balancePlayers(dependencies, principal.applicationId, body),
  });
}
