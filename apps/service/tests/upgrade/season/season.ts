import { PartnerRatingClient } from '@partner-rating/client';
import { turnOn } from '../../../src/connect/login/testing/second-factor.ts';
import { createKey, DEFAULT_KEY_SCOPES } from '../../../src/console/actions/keys.ts';
import { createPartner } from '../../../src/console/actions/partners.ts';
import { applyParameters } from '../../../src/predictions/fit/choose-parameters.ts';
import { batchOf, importFinals, playWeeks, submit } from './matches.ts';
import {
  answerOffers,
  answerResult,
  askToRegister,
  connect,
  emailOf,
  type Player,
  password,
  redirectUri,
  register,
  share,
  submitForm,
} from './players.ts';
import { operate, setUpOperator, signUp } from './staff.ts';
import type { Stage } from './stage.ts';

export type Season = Awaited<ReturnType<typeof playSeason>>;

/** Everybody comes, and does once what this version lets them do. */
export async function playSeason(stage: Stage, hooks: string) {
  const { dependencies, baseUrl } = stage;
  const operator = { name: 'anna', password, key: await setUpOperator(stage, 'anna') };
  const courtside = await openPartner(stage, 'courtside-club', 'Courtside Club');
  const rally = await openPartner(stage, 'rally-league', 'Rally League');
  const client = new PartnerRatingClient({ apiKey: courtside.apiKey, baseUrl });
  const league = new PartnerRatingClient({ apiKey: rally.apiKey, baseUrl });
  const { secret } = await client.webhooks.createEndpoint({ url: `http://${hooks}/hooks` });
  if (secret === undefined) throw new Error('The endpoint has no secret.');
  const players = {
    mike: await register(stage, 'Mike'),
    priya: await register(stage, 'Priya'),
    daniel: await register(stage, 'Daniel'),
    sofia: await register(stage, 'Sofia'),
    lena: await register(stage, 'Lena'),
  };
  const { mike, priya, daniel, sofia, lena } = players;
  for (const player of [priya, daniel, sofia]) await connect(client, player);
  const tokens = await connect(client, mike);
  await connect(client, lena, 'user:profile:read user:rating:read user:rating:history');
  await connect(league, sofia);
  await submitForm(stage, sofia, {
    ...{ path: '/account/disconnect?application=rally-league', action: '/account/disconnect' },
  });
  await playWeeks(client, players);
  await reportTwice(client, league, players);
  await answerEverything(stage, client, players);
  await claimFinals(stage, client, mike);
  await manage(stage, players);
  const staff = await openDesk(stage);
  const { key } = await turnOn(dependencies, { memberId: priya.id, email: priya.email });
  return {
    ...{ operator, ...staff, courtside, rally, players, tokens, endpointSecret: secret },
    secondFactorKey: key,
    sharedPath: await share(stage, mike),
  };
}

/** Creates an application with a key that works, and one that was revoked. */
async function openPartner({ dependencies }: Stage, clientId: string, name: string) {
  await createPartner(dependencies, { clientId, name, redirectUris: [redirectUri] });
  const scopes = [...DEFAULT_KEY_SCOPES, 'key:match:submit:trusted', 'key:tournament:import'];
  const { apiKey } = await createKey(dependencies, { clientId, scopes });
  const { apiKey: revokedKey, keyId } = await createKey(dependencies, { clientId });
  await operate(dependencies, 'partner', 'key', 'revoke', keyId);
  return { clientId, apiKey, revokedKey };
}

type Five = Record<'mike' | 'priya' | 'daniel' | 'sofia' | 'lena', Player>;

/** Two applications report the same match, and one of them reports another match twice. */
async function reportTwice(
  client: PartnerRatingClient,
  league: PartnerRatingClient,
  { mike, daniel, sofia }: Five,
): Promise<void> {
  await submit(league, batchOf('same-match', 5, [[mike], [sofia]]));
  await submit(client, batchOf('first', 21, [[mike], [daniel]]));
  await submit(client, batchOf('perhaps-first', 21, [[mike], [daniel]]));
}

/** Players confirm, deny, and dispute results, and an operator decides about one. */
async function answerEverything(
  stage: Stage,
  client: PartnerRatingClient,
  { mike, daniel, sofia, lena }: Five,
): Promise<void> {
  const untrusted = await createKey(stage.dependencies, { clientId: 'courtside-club' });
  const { baseUrl } = stage;
  const asking = new PartnerRatingClient({ apiKey: untrusted.apiKey, baseUrl });
  const confirmed = await submit(asking, batchOf('confirmed', 22, [[mike], [lena]]));
  const denied = await submit(asking, batchOf('denied', 23, [[mike], [lena]]));
  await submit(asking, batchOf('unconfirmed', 24, [[mike], [lena]]));
  await answerResult(stage, lena, confirmed, 'confirm');
  await answerResult(stage, lena, denied, 'deny');
  const disputed = await submit(client, batchOf('disputed', 25, [[mike], [daniel]]));
  const upheld = await submit(client, batchOf('upheld', 26, [[mike], [sofia]]));
  await answerResult(stage, daniel, disputed, 'dispute');
  await answerResult(stage, sofia, upheld, 'dispute');
  await operate(stage.dependencies, 'match', 'uphold', upheld, '--reason', 'The sheet says so.');
  const { matches: held } = await client.matches.list({ status: 'held' });
  for (const { id } of held) await answerResult(stage, daniel, id, 'distinct');
}

/** People without an account play finals. One of them then claims the results, and one says that they are not theirs. */
async function claimFinals(stage: Stage, client: PartnerRatingClient, mike: Player): Promise<void> {
  const emails = ['carmen', 'omar', 'nobody'].map(emailOf);
  await importFinals(client, mike, emails);
  await answerOffers(stage, await register(stage, 'Carmen'), 'ticked');
  await answerOffers(stage, await register(stage, 'Omar'), 'none');
}

/** People change who may see them and what they can do. An operator locks an account, and chooses parameters of the model. */
async function manage(stage: Stage, { sofia }: Five): Promise<void> {
  const { dependencies } = stage;
  await submitForm(stage, sofia, {
    ...{ path: '/account/profile', city: 'Austin', state: 'TX', country: 'US' },
    ...{ first_name: 'Sofia', last_name: 'Brennan', birth_date: '1986-04-30', gender: 'FEMALE' },
  });
  await submitForm(stage, await register(stage, 'Hidden'), {
    ...{ path: '/account/settings', action: '/account/discovery', discoverable: 'off' },
  });
  await submitForm(stage, await register(stage, 'Erased'), {
    ...{ path: '/account/erase', password, confirm: 'yes' },
  });
  const locked = await register(stage, 'Locked');
  await operate(dependencies, 'member', 'lock', locked.id);
  await askToRegister(stage, 'Child', '2020-01-01');
  await applyParameters(dependencies, {
    ...{ sport: 'badminton', inUse: null },
    chosen: { singles: { noise: 0.2 }, doubles: null },
  });
}

/** A program gets a token of the operator, a person joins the team of a partner, and an operator audits the ratings. */
async function openDesk(stage: Stage) {
  const { dependencies } = stage;
  const admin = ['--role', 'admin'];
  const { token: operatorToken } = await operate(dependencies, 'token', 'create', 'anna', ...admin);
  const personEmail = 'ada@courtside.example';
  await signUp(stage, personEmail);
  const member = ['--email', personEmail, '--role', 'owner'];
  await operate(dependencies, 'partner', 'team', 'add', 'courtside-club', ...member);
  await operate(dependencies, 'ratings', 'audit');
  return { operatorToken, personEmail };
}
