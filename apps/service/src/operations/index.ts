import type { Handlers } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Limits } from '../platform/http/limits.ts';
import { list } from './leaderboard/list.ts';
import { listCategories } from './leaderboard/listCategories.ts';
import { rank } from './leaderboard/rank.ts';
import { balance } from './matches/balance.ts';
import { get as getMatch } from './matches/get.ts';
import { importTournament } from './matches/importTournament.ts';
import { list as listSubmitted } from './matches/list.ts';
import { predict } from './matches/predict.ts';
import { replace } from './matches/replace.ts';
import { submit } from './matches/submit.ts';
import { testWebhook } from './matches/testWebhook.ts';
import { voidSubmitted } from './matches/void.ts';
import { get } from './members/get.ts';
import { getBulk } from './members/getBulk.ts';
import { listConnected } from './members/listConnected.ts';
import { listMatches } from './members/listMatches.ts';
import { listRatingHistory } from './members/listRatingHistory.ts';
import { listRatingUpdates } from './members/listRatingUpdates.ts';
import { search } from './members/search.ts';
import { authorize } from './oauth/authorize.ts';
import { exchangeToken } from './oauth/exchangeToken.ts';
import { listScopes } from './oauth/listScopes.ts';
import { refresh } from './oauth/refresh.ts';
import { revoke } from './oauth/revoke.ts';
import { showAuthorization } from './oauth/showAuthorization.ts';
import { get as getUsage } from './usage/get.ts';
import { deleteEndpoint } from './webhooks/deleteEndpoint.ts';
import { getEndpoint } from './webhooks/getEndpoint.ts';
import { listDeliveries } from './webhooks/listDeliveries.ts';
import { redeliver } from './webhooks/redeliver.ts';
import { replay } from './webhooks/replay.ts';
import { rotateSecret } from './webhooks/rotateSecret.ts';
import { setEndpoint } from './webhooks/setEndpoint.ts';

/** A handler for every operation of the contract. */
export function createHandlers(
  dependencies: Dependencies,
  limits: Limits,
): Handlers<Caller, FastifyRequest> {
  return {
    'oauth.showAuthorization': showAuthorization(dependencies),
    'oauth.authorize': authorize(dependencies),
    'oauth.exchangeToken': exchangeToken(dependencies, limits.operations.token),
    'oauth.refresh': refresh(dependencies, limits.operations.token),
    'oauth.revoke': revoke(dependencies, limits.operations.token),
    'oauth.listScopes': listScopes(),

    'members.get': get(dependencies),
    'members.getBulk': getBulk(dependencies),
    'members.search': search(dependencies),
    'members.listRatingHistory': listRatingHistory(dependencies),
    'members.listMatches': listMatches(dependencies),
    'members.listRatingUpdates': listRatingUpdates(dependencies),
    'members.listConnected': listConnected(dependencies),

    'matches.submit': submit(dependencies),
    'matches.list': listSubmitted(dependencies),
    'matches.get': getMatch(dependencies),
    'matches.replace': replace(dependencies),
    'matches.void': voidSubmitted(dependencies),
    'matches.predict': predict(dependencies),
    'matches.balance': balance(dependencies),
    'matches.importTournament': importTournament(dependencies, limits.importEmails),
    'matches.testWebhook': testWebhook(dependencies),

    'leaderboard.list': list(dependencies),
    'leaderboard.rank': rank(dependencies),
    'leaderboard.listCategories': listCategories(dependencies),

    'webhooks.getEndpoint': getEndpoint(dependencies),
    'webhooks.setEndpoint': setEndpoint(dependencies),
    'webhooks.deleteEndpoint': deleteEndpoint(dependencies),
    'webhooks.rotateSecret': rotateSecret(dependencies),
    'webhooks.listDeliveries': listDeliveries(dependencies),
    'webhooks.redeliver': redeliver(dependencies),
    'webhooks.replay': replay(dependencies),

    'usage.get': getUsage(),
  };
}
