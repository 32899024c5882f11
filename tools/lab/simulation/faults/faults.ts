/** A fault that is planted into the service's source, to see that the simulation finds it. */
export interface PlantedFault {
  name: string;
  /** What is wrong then. */
  sentence: string;
  /** Below `src`. */
  file: string;
  search: string;
  replace: string;
}

const oauth: PlantedFault[] = [
  {
    name: 'token-outlives-lock',
    sentence: 'The tokens of a player whose account is locked go on.',
    file: 'console/actions/member-access.ts',
    search: `const endedTokens = await endTokensOf(transaction, { memberId }, now);
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.locked',`,
    replace: `const endedTokens = 0;
    await recordAudit(transaction, {
      ...actOn(memberId, now),
      action: 'account.locked',`,
  },
  {
    name: 'refresh-after-revocation',
    sentence: 'A refresh token that was used long ago is good for its tokens once more.',
    file: 'connect/domain/grants.ts',
    search: 'export const REPEATABLE_MILLISECONDS = 30_000;',
    replace: 'export const REPEATABLE_MILLISECONDS = 30_000_000;',
  },
  {
    name: 'reuse-ends-nothing',
    sentence: 'A code that is shown twice ends none of the tokens it gave.',
    file: 'connect/issue-tokens.ts',
    search: 'revoked: await revokeTokensOfCode(transaction, codeHash, now),',
    replace: 'revoked: 0,',
  },
  {
    name: 'token-wider-than-grant',
    sentence: 'A token may still do what the player has narrowed since.',
    file: 'platform/http/caller.ts',
    search: 'scopes.filter((scope) => connectedScopes.includes(scope))',
    replace: 'scopes.filter(() => connectedScopes.length > 0)',
  },
  {
    name: 'all-scopes-granted',
    sentence: 'What the player unticked is granted all the same.',
    file: 'connect/domain/scopes.ts',
    search: 'asked.filter((scope) => ticked.includes(scope))',
    replace: 'asked.filter(() => ticked.length >= 0)',
  },
  {
    name: 'suspended-goes-on',
    sentence: 'A suspended application is answered.',
    file: 'platform/http/caller.ts',
    search: 'if (!caller.isSuspended) return;',
    replace: 'if (!caller.isSuspended || operation !== undefined) return;',
  },
];

const consent: PlantedFault[] = [
  {
    name: 'history-without-scope',
    sentence: 'The rating history is read without user:rating:history.',
    file: 'members/operations/members.listRatingHistory.ts',
    search: "scope: 'user:rating:history'",
    replace: "scope: 'user:profile:read'",
  },
  {
    name: 'number-without-consent',
    sentence: 'A result moves players who did not agree to it.',
    file: 'matches/submit/read-facts.ts',
    search: "hasGranted(memberId, 'user:match:submit')",
    replace: "hasGranted(memberId, 'user:profile:read')",
  },
  {
    name: 'opted-out-is-found',
    sentence: 'Who opts out of being found is found all the same.',
    file: 'members/store/members.ts',
    search: '.set({ wants_discovery: isDiscoverable })',
    replace: '.set({ wants_discovery: true })',
  },
  {
    name: 'hidden-on-board',
    sentence: 'Who hides their ratings from an application stands on its boards.',
    file: 'members/store/cards.ts',
    search: "not ('user:rating:read' = any(connection.scopes))",
    replace: "not ('user:profile:read' = any(connection.scopes))",
  },
  {
    name: 'event-after-withdrawal',
    sentence: 'An event is sent about a player who withdrew their consent to that.',
    file: 'webhooks/dispatch/domain/permission.ts',
    search: "return scopesOf(consent).includes('user:webhook:subscribe');",
    replace: "return consent !== null || scopesOf(consent).includes('user:webhook:subscribe');",
  },
];

const ratings: PlantedFault[] = [
  {
    name: 'void-moves-nobody',
    sentence: 'A match that is taken back goes on counting.',
    file: 'matches/void-match.ts',
    search: 'return await recount(transaction, reports, { gone: [matchId] }, options);',
    replace: 'return await recount(transaction, [], { gone: [matchId] }, options);',
  },
  {
    name: 'confirmation-moves-nobody',
    sentence: 'A result that its player confirms does not move them.',
    file: 'matches/record-responses.ts',
    search: 'participations.length === 0) return [];',
    replace: 'participations.length < 3) return [];',
  },
  {
    name: 'settlement-skips-a-chunk',
    sentence: 'A settlement does not store the states of a chunk with a single difference.',
    file: 'ratings/settlement/fold-chunk.ts',
    search: 'if (page === null || page.differences.length === 0) return;',
    replace: 'if (page === null || page.differences.length <= 1) return;',
  },
  {
    name: 'rating-without-match',
    sentence: 'A rating that rests on no match any more stays.',
    file: 'ratings/settlement/publish-players.ts',
    search: 'differences.filter(({ expected }) => expected === null),',
    replace: 'differences.filter(({ expected }) => expected === undefined),',
  },
  {
    name: 'late-match-forgotten',
    sentence: 'A match that comes late is not worked out in the order of play.',
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
    sentence: 'Matches of one day that ended alike count once.',
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
    sentence: 'The event of a consent is written some seconds after its transaction.',
    file: 'connect/decide-request.ts',
    search: 'await announce(transaction, dependencies, grant);',
    replace:
      'setTimeout(() => void database.transaction().execute((later) => announce(later, dependencies, grant)).catch(() => {}), 3_000);',
  },
  {
    name: 'lost-wake-up',
    sentence: 'A dispatcher that has found nothing never looks again by itself.',
    file: 'webhooks/dispatch/dispatcher.ts',
    search: 'timer = setTimeout(wake, milliseconds).unref();',
    replace: 'if (milliseconds < 0) timer = setTimeout(wake, milliseconds).unref();',
  },
  {
    name: 'error-counts-as-delivered',
    sentence: 'An answer of 500 counts as delivered.',
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
    sentence: 'What is signed is not what is sent.',
    file: 'webhooks/dispatch/domain/signing.ts',
    search: "createHmac('sha256', keys.memo(secret)).update(content)",
    replace: "createHmac('sha256', keys.memo(secret)).update(content).update(' ')",
  },
  {
    name: 'update-not-listed',
    sentence: 'The updates of a settlement are sent and not listed.',
    file: 'ratings/write-rating-events.ts',
    search: 'await appendRatingUpdates(transaction, changedAt, events.map(toUpdate));',
    replace: 'await appendRatingUpdates(transaction, changedAt, events.slice(1).map(toUpdate));',
  },
];

const pages: PlantedFault[] = [
  {
    name: 'page-leaves-one-out',
    sentence: 'Between two pages of the history one entry is left out.',
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
    sentence: 'What moved on a board is lost when it is folded in.',
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
    file: 'connect/login/attempt-log-in.ts',
    search: 'if ((await findSecondFactor(transaction, owner.accountId)) === null) {',
    replace: 'if ((await findSecondFactor(transaction, owner.accountId)) !== undefined) {',
  },
  {
    name: 'any-recovery-code-fits',
    sentence: 'A recovery code lets in a second time.',
    file: 'connect/login/store/second-factors.ts',
    search:
      "    .where('code_hash', '=', codeHash)\n    .executeTakeFirst();\n  return numDeletedRows === 1n;",
    replace:
      "    .where('code_hash', '=', codeHash)\n    .executeTakeFirst();\n  return numDeletedRows <= 1n;",
  },
  {
    name: 'operator-code-works-twice',
    sentence: 'An operator logs in by the code that was used last.',
    file: 'connect/login/prove-owner.ts',
    search: "if (timeStep === factor.lastTimeStep) return 'used';",
    replace: "if (timeStep === factor.lastTimeStep) return 'right';",
  },
  {
    name: 'idle-session-stays',
    sentence: 'The session of an operator who went away goes on.',
    file: 'connect/login/sessions.ts',
    search: 'idleLifetime === null ? 0 : now.getTime() - idleLifetime * 1_000',
    replace: '0',
  },
  {
    name: 'reset-leaves-sessions',
    sentence: 'An operator whose account is reset stays logged in.',
    file: 'console/actions/operator-accounts.ts',
    search:
      'await deleteSecondFactor(transaction, accountId);\n    await deleteSessions(transaction, accountId);',
    replace: 'await deleteSecondFactor(transaction, accountId);',
  },
  {
    name: 'act-without-name',
    sentence: 'What an operator does by a page stands in the audit without their name.',
    file: 'console/serve-admin.ts',
    search: '? await actAs(principal?.name ?? null, run)',
    replace: '? await run()',
  },
];

const operatorsDocument: PlantedFault[] = [
  {
    name: 'operator-token-outlives-revocation',
    sentence: 'A revoked token of an operator is answered.',
    file: 'console/store/operator-tokens.ts',
    search: "    .where('revoked_at', 'is', null)\n    .where('expires_at', '>', now)",
    replace: "    .where('expires_at', '>', now)",
  },
  {
    name: 'operator-token-never-expires',
    sentence: 'An expired token of an operator is answered.',
    file: 'console/store/operator-tokens.ts',
    search: "    .where('revoked_at', 'is', null)\n    .where('expires_at', '>', now)",
    replace: "    .where('revoked_at', 'is', null)",
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
