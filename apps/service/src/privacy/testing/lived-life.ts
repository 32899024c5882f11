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
import { mergeGhost } from '../../matches/claims/merge-ghost.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { insertEndpoint } from '../../testing/builders.ts';
import { createDispatcher } from '../../webhooks/dispatch/dispatcher.ts';
import { deliverDue, secret } from '../../webhooks/testing/dispatch.ts';

/** Somebody of whom every value is theirs alone. */
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
} as const;

/** What of her must be found nowhere. */
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
 * Has a player go through all that leaves something of them: log-ins, connections, results, imports,
 * a ghost that was claimed for them, answers that are kept, events that were sent and that wait, a
 * second factor.
 */
export async function liveLife(flow: ConnectFlow, receiver: { url: string; target: string }) {
  const { app, database, dependencies, partner, otherPlayer } = flow;
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
  const request = async (path: string, body: object, key: string) =>
    await app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { 'x-api-key': apiKey, 'idempotency-key': key },
      payload: body,
    });
  const play = async (identifier: string) =>
    await request(
      '/partner/matches',
      {
        sport: 'pickleball',
        winScore: 11,
        winBy: 2,
        matches: [
          {
            identifier,
            teams: [[player.memberId], [String(otherPlayer.memberNumber)]],
            games: [{ scores: [11, identifier.length] }],
          },
        ],
      },
      identifier,
    );
  const importAs = async (identifier: string, participant: object) =>
    await request(
      '/partner/tournament-import',
      {
        tournament: { name: 'Barton Springs Open', startDate: '2026-09-05' },
        sport: 'pickleball',
        winScore: 11,
        winBy: 2,
        matches: [
          {
            identifier,
            teams: [[participant], [{ firstName: 'Priya', lastName: 'Natarajan' }]],
            games: [{ scores: [11, 3] }],
          },
        ],
      },
      identifier,
    );

  const answers = [
    await play('won'),
    await importAs('as-ghost', {
      firstName: 'Ziffy',
      lastName: zaphira.lastName,
      city: zaphira.city,
      state: zaphira.state,
      birthYear: 1979,
    }),
    await importAs('by-address', {
      firstName: zaphira.firstName,
      lastName: zaphira.lastName,
      email: zaphira.email,
    }),
    await request(
      '/leaderboard/rank',
      { memberId: player.memberId, sport: 'pickleball', category: 'overall', ageBracket: 'open' },
      'rank',
    ),
  ];
  const ghost = await database
    .selectFrom('member')
    .select('id')
    .where('first_name', '=', 'Ziffy')
    .executeTakeFirstOrThrow();
  await mergeGhost(dependencies, { ghost: ghost.id, member: player.memberId });
  for (const isDiscoverable of [false, true]) {
    await changeDiscovery(dependencies, {
      memberId: player.memberId,
      isDiscoverable,
      actor: 'player',
    });
  }
  await deliverDue(dispatcherFor(flow, receiver.target));
  const mailing = withMails(dependencies);
  await askForMails(mailing, player.memberId);
  // What waits: events, and a code that nobody has exchanged.
  answers.push(await play('won-again'));
  await allowAll(flow, query, player);
  await protect(mailing, player);
  return { player, ghostId: ghost.id, apiKey, answers, play, importAs };
}

/** A second factor, with recovery codes of which one made the others. */
async function protect(dependencies: Dependencies, player: TestPlayer): Promise<void> {
  const { memberId, email } = player;
  const { recoveryCodes } = await turnOn(dependencies, player);
  const [digits = ''] = recoveryCodes;
  const sealing = createSecretSealing(dependencies.configuration);
  const holder = { memberId, email, browser: 'Firefox on Windows' };
  await renewRecoveryCodes(dependencies, sealing, holder, { kind: 'recovery', digits });
}

/** Links to another address and to a new password, and a registration by somebody who has theirs. */
async function askForMails(mailing: Dependencies, memberId: string): Promise<void> {
  const { passwordHash = '' } = (await findAccount(mailing.database, memberId)) ?? {};
  await requestEmailLink(mailing, { memberId, passwordHash }, 'another@quillon.example');
  await requestPasswordLink(mailing, zaphira.email);
  const { firstName, lastName, email, birthDate, password } = zaphira;
  await register(mailing, { firstName, lastName, email, birthDate, password }, null);
  await createLink(mailing.database, mailing, {
    memberId,
    registrationId: null,
    purpose: 'email',
    email: 'another@quillon.example',
  });
}

/** With a server for mails, which nobody sends. */
function withMails(dependencies: Dependencies): Dependencies {
  const configuration = { ...dependencies.configuration, smtpUrl: 'smtp://127.0.0.1:1' };
  return { ...dependencies, configuration };
}

/** Delivers to a receiver on this machine. */
export function dispatcherFor({ dependencies }: ConnectFlow, target: string) {
  const configuration = { ...dependencies.configuration, webhookPrivateTargets: [target] };
  const ignore = () => {};
  return createDispatcher(
    { ...dependencies, configuration },
    { log: { debug: ignore, warn: ignore, error: ignore }, random: () => 0 },
  );
}
