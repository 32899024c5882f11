import type { Schemas } from '@partner-rating/server';
import { requestEmailLink, requestPasswordLink } from '../../account/change-password.ts';
import { createAccount, register } from '../../account/register.ts';
import { allScopes } from '../../connect/domain/scopes.ts';
import { createLink } from '../../connect/login/links.ts';
import { renewRecoveryCodes } from '../../connect/login/second-factor.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import type { ConnectFlow, TestPlayer } from '../../connect/testing/connect-flow.ts';
import { allowAll, exchangeJson, obtainCode, validQuery } from '../../connect/testing/journeys.ts';
import { createKey } from '../../console/actions/keys.ts';
import { disputeResult } from '../../matches/answer-result.ts';
import { mergeGhost } from '../../matches/claims/merge-ghost.ts';
import { called, finalOf, importOf } from '../../matches/import/testing/tournament.ts';
import { batchOf, matchOf, scored } from '../../matches/testing/batches.ts';
import { upholdMatch } from '../../matches/uphold-match.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { insertEndpoint } from '../../testing/builders.ts';
import { createDispatcher } from '../../webhooks/dispatch/dispatcher.ts';
import { deliverDue, secret } from '../../webhooks/testing/dispatch.ts';

/** A person whose values no other row contains. */
export const zaphira = {
  firstName: 'Zaphira',
  lastName: 'Quillonwick',
  email: 'zaphira.q@quillon.example',
  password: 'correct horse Zaphira',
  birthDate: '1979-03-17',
  gender: 'FEMALE',
  city: 'Xanthopolis',
  state: 'Vermilonia',
  zip: 'QX77-ZW',
  country: 'IS',
  isDiscoverable: true,
} as const;

/** The values that must not be found after an erasure. */
export const valuesOfZaphira = [
  zaphira.firstName,
  zaphira.lastName,
  'Zaphira Q.',
  zaphira.email,
  'quillon.example',
  zaphira.birthDate,
  zaphira.city,
  zaphira.state,
  zaphira.zip,
  'Ziffy',
];

const scope = allScopes.join(' ');

/**
 * Makes a player do everything that stores data about them: log-ins, connections, results, imports, a claimed ghost (a
 * member without an account), a dispute that an operator decided, stored answers, sent and pending events, and two-step
 * verification.
 */
export async function liveLife(flow: ConnectFlow, receiver: { url: string; target: string }) {
  const { database, dependencies, partner, otherPlayer } = flow;
  const made = await createAccount(dependencies, zaphira);
  const player: TestPlayer = { ...made, email: zaphira.email, password: zaphira.password };
  const { apiKey } = await createKey(dependencies, {
    clientId: partner.clientId,
    scopes: [
      'key:oauth:connect',
      'key:member:read',
      'key:match:submit',
      'key:tournament:import',
      'key:leaderboard:read',
      'key:webhook:manage',
    ],
  });
  const sealing = createSecretSealing(dependencies.configuration);
  await insertEndpoint(database, partner.applicationId, {
    url: receiver.url,
    secret_sealed: await sealing.seal(secret, partner.applicationId),
  });

  const query = { ...validQuery(flow), scope };
  for (const one of [player, otherPlayer]) {
    await exchangeJson(flow, await obtainCode(flow, query, one));
  }
  const { request, play, importAs } = requestsOf(flow, { apiKey, player });
  const { firstName, lastName, email, city, state } = zaphira;
  const answers = [
    await play('won'),
    await importAs('as-ghost', { firstName: 'Ziffy', lastName, city, state, birthYear: 1979 }),
    await importAs('by-address', { firstName, lastName, email }),
    await request(
      '/leaderboard/rank',
      { memberId: player.memberId, sport: 'pickleball', category: 'overall', ageBracket: 'open' },
      'rank',
    ),
  ];
  await decideDispute(dependencies, {
    memberId: player.memberId,
    matchId: answers[0]?.json().matches[0].id,
  });
  const ghosts = database.selectFrom('member').select('id').where('first_name', '=', 'Ziffy');
  const ghost = await ghosts.executeTakeFirstOrThrow();
  await mergeGhost(dependencies, { ghost: ghost.id, member: player.memberId });
  for (const isDiscoverable of [false, true]) {
    const change = { memberId: player.memberId, isDiscoverable, actor: 'player' } as const;
    await changeDiscovery(dependencies, change);
  }
  await deliverDue(dispatcherFor(flow, receiver.target));
  const mailing = withMails(dependencies);
  await askForMails(mailing, player.memberId);
  // Pending data: events, and a code that was not exchanged.
  answers.push(await play('won-again'));
  await allowAll(flow, query, player);
  await protect(mailing, player);
  return { player, ghostId: ghost.id, apiKey, answers, play, importAs };
}

/** The requests of the partner about the player, each with an `Idempotency-Key` so that its answer is stored. */
function requestsOf(
  { app, otherPlayer }: ConnectFlow,
  { apiKey, player }: { apiKey: string; player: TestPlayer },
) {
  const request = async (path: string, body: object, key: string) =>
    await app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { 'x-api-key': apiKey, 'idempotency-key': key },
      payload: body,
    });
  const opponent = { id: String(otherPlayer.memberNumber) };
  const play = async (identifier: string) => {
    const games = [{ scores: [11, identifier.length] }];
    const match = matchOf(identifier, [[{ id: player.memberId }], [opponent]], { games });
    const { matchDate: _, ...batch } = batchOf([match]);
    return await request('/partner/matches', batch, identifier);
  };
  const importAs = async (identifier: string, participant: Schemas.Participant) => {
    const match = finalOf(identifier, [[participant], [called('Priya Natarajan')]], {
      ...{ games: scored('11-3') },
    });
    return await request('/partner/tournament-import', importOf([match]), identifier);
  };
  return { request, play, importAs };
}

/** A dispute of the player, and the decision of an operator, whose reason contains the name. */
async function decideDispute(
  dependencies: Dependencies,
  answer: { memberId: string; matchId: string },
): Promise<void> {
  await disputeResult(dependencies, answer);
  const reason = `${zaphira.firstName} ${zaphira.lastName} signed the score sheet.`;
  await upholdMatch(dependencies, { matchId: answer.matchId, reason });
}

/** Two-step verification with recovery codes, one of which was used to create the others. */
async function protect(dependencies: Dependencies, player: TestPlayer): Promise<void> {
  const { memberId, email } = player;
  const { recoveryCodes } = await turnOn(dependencies, player);
  const [digits = ''] = recoveryCodes;
  const sealing = createSecretSealing(dependencies.configuration);
  const owner = { of: 'player', accountId: memberId, email } as const;
  const holder = { ...owner, browser: 'Firefox on Windows' };
  await renewRecoveryCodes(dependencies, sealing, holder, { kind: 'recovery', digits });
}

/** Links to change the address and the password, and a registration with the person's address. */
async function askForMails(mailing: Dependencies, memberId: string): Promise<void> {
  const { passwordHash = '' } = (await findAccount(mailing.database, memberId)) ?? {};
  await requestEmailLink(mailing, { accountId: memberId, passwordHash }, 'another@quillon.example');
  await requestPasswordLink(mailing, 'player', zaphira.email);
  const { firstName, lastName, email, birthDate, isDiscoverable, password } = zaphira;
  const typed = { firstName, lastName, email, birthDate, isDiscoverable, password };
  await register(mailing, { of: 'player', ...typed });
  await createLink(mailing.database, mailing, {
    of: 'player',
    accountId: memberId,
    registrationId: null,
    purpose: 'email',
    email: 'another@quillon.example',
  });
}

/** A mail server that no mail is sent to. */
function withMails(dependencies: Dependencies): Dependencies {
  const configuration = { ...dependencies.configuration, smtpUrl: 'smtp://127.0.0.1:1' };
  return { ...dependencies, configuration };
}

/** Delivers to a local receiver. */
export function dispatcherFor({ dependencies }: ConnectFlow, target: string) {
  const configuration = { ...dependencies.configuration, webhookPrivateTargets: [target] };
  const ignore = () => {};
  return createDispatcher(
    { ...dependencies, configuration },
    { log: { debug: ignore, warn: ignore, error: ignore }, random: () => 0 },
  );
}
