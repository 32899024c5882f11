/** A fault that is planted in the service's source, to check that the simulation finds it. */
export interface PlantedFault {
  name: string;
  /** The effect of the fault. */
  sentence: string;
  /** Path below `src`. */
  file: string;
  search: string;
  replace: string;
}

const oauth: PlantedFault[] = [
  {
    name: 'token-outlives-lock',
    sentence: 'The tokens of a locked player stay valid.',
    file: 'console/operations/member-access.ts',
    search: `const endedTokens = await endTokensOf(transaction, { memberId }, now);
    const details = { endedTokens,`,
    replace: `const endedTokens = 0;
    const details = { endedTokens,`,
  },
  {
    name: 'refresh-after-revocation',
    sentence: 'A refresh token that was used long ago returns tokens again.',
    file: 'connect/domain/grants.ts',
    search: 'export const REPEATABLE_MILLISECONDS = 30_000;',
    replace: 'export const REPEATABLE_MILLISECONDS = 30_000_000;',
  },
  {
    name: 'reuse-ends-nothing',
    sentence: 'A code that is used twice revokes none of its tokens.',
    file: 'connect/issue-tokens.ts',
    search: 'revoked: await revokeTokensOfCode(transaction, codeHash, now),',
    replace: 'revoked: 0,',
  },
  {
    name: 'token-wider-than-grant',
    sentence: 'A token keeps a scope that the player removed.',
    file: 'platform/http/caller.ts',
    search: 'scopes.filter((scope) => connectedScopes.includes(scope))',
    replace: 'scopes.filter(() => connectedScopes.length > 0)',
  },
  {
    name: 'all-scopes-granted',
    sentence: 'A scope that the player deselected is granted.',
    file: 'connect/domain/scopes.ts',
    search: 'asked.filter((scope) => ticked.includes(scope))',
    replace: 'asked.filter(() => ticked.length >= 0)',
  },
  {
    name: 'suspended-goes-on',
    sentence: 'A suspended application gets data.',
    file: 'platform/http/caller.ts',
    search: 'if (!caller.isSuspended) return;',
    replace: 'if (!caller.isSuspended || operation !== undefined) return;',
  },
];

const consent: PlantedFault[] = [
  {
    name: 'history-without-scope',
    sentence: 'The rating history is readable without user:rating:history.',
    file: 'members/operations/members.listRatingHistory.ts',
    search: "scope: 'user:rating:history'",
    replace: "scope: 'user:profile:read'",
  },
  {
    name: 'number-without-consent',
    sentence: 'A result moves the ratings of players who did not consent.',
    file: 'matches/submit/read-facts.ts',
    search: "hasGranted(memberId, 'user:match:submit')",
    replace: "hasGranted(memberId, 'user:profile:read')",
  },
  {
    name: 'opted-out-is-found',
    sentence: 'A player who does not want to be found is found.',
    file: 'members/store/members.ts',
    search: '.set({ wants_discovery: isDiscoverable })',
    replace: '.set({ wants_discovery: true })',
  },
  {
    name: 'hidden-on-board',
    sentence: 'A player who hides their ratings from an application is on its leaderboards.',
    file: 'members/store/cards.ts',
    search: "not ('user:rating:read' = any(connection.scopes))",
    replace: "not ('user:profile:read' = any(connection.scopes))",
  },
  {
    name: 'event-after-withdrawal',
    sentence: 'An event is sent about a player who withdrew their consent.',
    file: 'webhooks/dispatch/domain/permission.ts',
    search: "return scopesOf(consent).includes('user:webhook:subscribe');",
    replace: "return consent !== null || scopesOf(consent).includes('user:webhook:subscribe');",
  },
];

const ratings: PlantedFault[] = [
  {
    name: 'void-moves-nobody',
    sentence: 'A voided match still counts.',
    file: 'matches/void-match.ts',
    search: 'return await recount(transaction, reports, { gone: [matchId] }, options);',
    replace: 'return await recount(transaction, [], { gone: [matchId] }, options);',
  },
  {
    name: 'confirmation-moves-nobody',
    sentence: 'A confirmed result does not move the rating of its player.',
    file: 'matches/record-responses.ts',
    search: 'participations.length === 0) return [];',
    replace: 'participations.length < 3) return [];',
  },
  {
    name: 'settlement-skips-a-chunk',
    sentence: 'A settlement does not store the states of a chunk with a single difference.',
    file: 'ratings/settlement/fold.ts',
    search: 'if (page === null || page.differences.length === 0) return;',
    replace: 'if (page === null || page.differences.length <= 1) return;',
  },
  {
    name: 'rating-without-match',
    sentence: 'A rating without any match stays.',
    file: 'ratings/settlement/publish.ts',
    search: 'differences.filter(({ expected }) => expected === null),',
    replace: 'differences.filter(({ expected }) => expected === undefined),',
  },
  {
    name: 'late-match-forgotten',
    sentence: 'A late match is not rated in the order of play.',
    file: 'matches/submit/rate-and-store.ts',
    search: 'rated);\n  await markLate(transaction, { batch, entries: late, arrivals });',
    replace: 'rated);',
  },
  {
    name: 'match-counts-twice',
    sentence: 'A match that is reported again counts again.',
    file: 'matches/domain/identity.ts',
    search: 'if (ratedGames(match.games).length === 0) return null;',
    replace: 'if (ratedGames(match.games).length < 9) return null;',
  },
  {
    name: 'equal-matches-vanish',
    sentence: 'Different matches of one day with the same score count once.',
    file: 'matches/domain/pair-reports.ts',
    search: 'Map.groupBy(reports, ({ applicationId }) => applicationId)]',
    replace: 'Map.groupBy(reports, ({ matchId }) => matchId)]',
  },
  {
    name: 'retry-counts-twice',
    sentence: 'A match that its application sends again under another identifier counts again.',
    file: 'matches/domain/count-reports.ts',
    search: 'return apart <= MINUTES_APART * 60_000;',
    replace: 'return apart < 0;',
  },
];

const events: PlantedFault[] = [
  {
    name: 'event-outside-transaction',
    sentence: 'The event of a consent is written seconds after its transaction.',
    file: 'connect/decide-request.ts',
    search: 'await announce(transaction, dependencies, grant);',
    replace:
      'setTimeout(() => void database.transaction().execute((later) => announce(later, dependencies, grant)).catch(() => {}), 3_000);',
  },
  {
    name: 'lost-wake-up',
    sentence: 'An idle dispatcher never polls again by itself.',
    file: 'webhooks/dispatch/dispatcher.ts',
    search: 'else if (this.#isRunning) this.#wakeAfter(milliseconds);',
    replace: 'else if (milliseconds < 0) this.#wakeAfter(milliseconds);',
  },
  {
    name: 'error-counts-as-delivered',
    sentence: 'A response with status 500 counts as delivered.',
    file: 'webhooks/dispatch/domain/attempt-result.ts',
    search: 'answer.statusCode >= 200 && answer.statusCode < 300',
    replace: 'answer.statusCode >= 200 && answer.statusCode < 501',
  },
  {
    name: 'sequence-stands-still',
    sentence: 'The sequence of a player does not grow with each update.',
    file: 'webhooks/store/deliveries.ts',
    search: 'do update set sequence = excluded.sequence + greatest(',
    replace: 'do update set sequence = excluded.sequence + 0 * greatest(',
  },
  {
    name: 'wrong-signature',
    sentence: 'The signature is over another body than the one sent.',
    file: 'webhooks/dispatch/domain/signing.ts',
    search: "createHmac('sha256', keys.memo(secret)).update(content)",
    replace: "createHmac('sha256', keys.memo(secret)).update(content).update(' ')",
  },
  {
    name: 'update-not-listed',
    sentence: 'The updates of a settlement are sent, but the list does not contain them.',
    file: 'ratings/write-rating-events.ts',
    search: 'await appendRatingUpdates(transaction, changedAt, events.map(toUpdate));',
    replace: 'await appendRatingUpdates(transaction, changedAt, events.slice(1).map(toUpdate));',
  },
];

const pages: PlantedFault[] = [
  {
    name: 'page-leaves-one-out',
    sentence: 'The history skips an entry between two pages.',
    file: 'platform/paging.ts',
    search: 'nextCursor: hasNext ? cursorOf(last) : null',
    replace: 'nextCursor: hasNext ? cursorOf(found[limit] as Row) : null',
  },
  {
    name: 'update-twice-in-pages',
    sentence: 'The last update of a page comes again in the next one.',
    file: 'members/store/rating-updates.ts',
    search: '(listed.transaction_id, listed.position) > (',
    replace: '(listed.transaction_id, listed.position) >= (',
  },
  {
    name: 'board-loses-changes',
    sentence: 'Pending leaderboard changes are lost when they are applied.',
    file: 'leaderboards/store/fold.ts',
    search: 'sum(players)::integer as players',
    replace: 'least(sum(players), 0)::integer as players',
  },
  {
    name: 'key-ignored',
    sentence: 'A request that is repeated with its Idempotency-Key runs again.',
    file: 'platform/http/idempotency.ts',
    search: 'if (key === undefined || principal === null) return await next();',
    replace: "if (key === undefined || principal === null || key !== '') return await next();",
  },
];

const logIns: PlantedFault[] = [
  {
    name: 'password-is-enough',
    sentence: 'A player with two-step verification logs in without a code.',
    file: 'connect/login/log-in.ts',
    search: '(await findSecondFactor(transaction, owner.accountId)) !== null',
    replace: '(await findSecondFactor(transaction, owner.accountId)) === undefined',
  },
  {
    name: 'any-recovery-code-fits',
    sentence: 'A recovery code works a second time.',
    file: 'connect/login/store/second-factors.ts',
    search:
      "    .where('code_hash', '=', codeHash)\n    .executeTakeFirst();\n  return numDeletedRows === 1n;",
    replace:
      "    .where('code_hash', '=', codeHash)\n    .executeTakeFirst();\n  return numDeletedRows <= 1n;",
  },
  {
    name: 'operator-code-works-twice',
    sentence: 'An operator logs in with the code that was used last.',
    file: 'connect/login/prove-owner.ts',
    search: "if (timeStep === factor.lastTimeStep) return 'used';",
    replace: "if (timeStep === factor.lastTimeStep) return 'right';",
  },
  {
    name: 'idle-session-stays',
    sentence: 'The idle session of an operator does not end.',
    file: 'connect/login/sessions.ts',
    search: 'idleLifetime === null ? 0 : now.getTime() - idleLifetime * 1_000',
    replace: '0',
  },
  {
    name: 'reset-leaves-sessions',
    sentence: 'An operator whose account is reset stays logged in.',
    file: 'console/operations/operators.ts',
    search:
      'await deleteSecondFactor(transaction, accountId);\n      await deleteSessions(transaction, accountId);',
    replace: 'await deleteSecondFactor(transaction, accountId);',
  },
  {
    name: 'act-without-name',
    sentence: 'The audit lists an action of an operator without the name.',
    file: 'console/serve-admin.ts',
    search: '? await actAs(principal?.name ?? null, run)',
    replace: '? await run()',
  },
];

const operatorsDocument: PlantedFault[] = [
  {
    name: 'operator-token-outlives-revocation',
    sentence: 'A revoked token of an operator still works.',
    file: 'console/store/operator-tokens.ts',
    search:
      "    .where('revoked_at', 'is', null)\n    .where('expires_at', '>', now)\n    .executeTakeFirst();",
    replace: "    .where('expires_at', '>', now)\n    .executeTakeFirst();",
  },
  {
    name: 'operator-token-never-expires',
    sentence: 'An expired token of an operator still works.',
    file: 'console/store/operator-tokens.ts',
    search:
      "    .where('revoked_at', 'is', null)\n    .where('expires_at', '>', now)\n    .executeTakeFirst();",
    replace: "    .where('revoked_at', 'is', null)\n    .executeTakeFirst();",
  },
  {
    name: 'support-does-everything',
    sentence: 'A token with the role support may do what needs the role admin.',
    file: 'console/api/caller.ts',
    search: "role === 'admin' ? ['support', 'admin'] : ['support']",
    replace: "['support', 'admin']",
  },
  {
    name: 'any-application-is-ours',
    sentence: 'A person of a partner calls operations about the application of another one.',
    file: 'console/operations/confine.ts',
    search: 'if (managed === undefined) throw unknown(reference);',
    replace: 'if (managed === undefined) return;',
  },
  {
    name: 'developer-is-owner',
    sentence: 'A developer in a team may do what needs an owner.',
    file: 'console/operations/confine.ts',
    search: "if (needed !== 'developer' && managed.role !== needed) {",
    replace: "if (needed !== 'developer' && managed.role === needed) {",
  },
];

export const plantedFaults: readonly PlantedFault[] = [
  ...oauth,
  ...consent,
  ...ratings,
  ...events,
  ...pages,
  ...logIns,
  ...operatorsDocument,
];
