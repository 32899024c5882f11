import type { Handlers } from '@partner-rating/server';
import type { Dependencies } from './dependencies.ts';
import type { Caller } from './http/caller.ts';
import { notImplemented } from './http/not-implemented.ts';
import { createRateLimit } from './http/rate-limits.ts';
import { submit } from './matches/submit.ts';
import { get } from './members/get.ts';
import { listRatingHistory } from './members/listRatingHistory.ts';
import { authorize } from './oauth/authorize.ts';
import { exchangeToken } from './oauth/exchangeToken.ts';
import { listScopes } from './oauth/listScopes.ts';
import { refresh } from './oauth/refresh.ts';
import { revoke } from './oauth/revoke.ts';
import { showAuthorization } from './oauth/showAuthorization.ts';
import { getEndpoint } from './webhooks/getEndpoint.ts';
import { listDeliveries } from './webhooks/listDeliveries.ts';
import { setEndpoint } from './webhooks/setEndpoint.ts';

/** A handler for every operation of the contract. */
export function createHandlers(dependencies: Dependencies): Handlers<Caller> {
  // One limit for an application's calls for and about tokens, whichever operation they go to.
  const tokenLimit = createRateLimit(dependencies.configuration.tokenRateLimit);
  return {
    'oauth.showAuthorization': showAuthorization(dependencies),
    'oauth.authorize': authorize(dependencies),
    'oauth.exchangeToken': exchangeToken(dependencies, tokenLimit),
    'oauth.refresh': refresh(dependencies, tokenLimit),
    'oauth.revoke': revoke(dependencies, tokenLimit),
    'oauth.listScopes': listScopes(),

    'members.get': get(dependencies),
    'members.getBulk': notImplemented(),
    'members.search': notImplemented(),
    'members.listRatingHistory': listRatingHistory(dependencies),
    'members.listRatingUpdates': notImplemented(),

    'matches.submit': submit(dependencies),
    'matches.importTournament': notImplemented(),
    'matches.testWebhook': notImplemented(),

    'leaderboard.list': notImplemented(),
    'leaderboard.rank': notImplemented(),
    'leaderboard.listCategories': notImplemented(),

    'webhooks.getEndpoint': getEndpoint(dependencies),
    'webhooks.setEndpoint': setEndpoint(dependencies),
    'webhooks.deleteEndpoint': notImplemented(),
    'webhooks.rotateSecret': notImplemented(),
    'webhooks.listDeliveries': listDeliveries(dependencies),
    'webhooks.redeliver': notImplemented(),

    'usage.get': notImplemented(),
  };
}
