import { PartnerRatingClient } from '@partner-rating/client';
import { batchOf, submit } from './matches.ts';
import { askToRegister, emailOf, redirectUri } from './players.ts';
import type { Season } from './season.ts';
import { type Stage, until } from './stage.ts';

/** Leaves open what a service may have to continue after an upgrade. */
export async function leaveOpen(stage: Stage, { courtside, rally, players }: Season) {
  const { baseUrl, dependencies, origin } = stage;
  const { database } = dependencies;
  const client = new PartnerRatingClient({ apiKey: courtside.apiKey, baseUrl });
  const league = new PartnerRatingClient({ apiKey: rally.apiKey, baseUrl });
  const { mike, priya, daniel, sofia } = players;

  // The first late result uses up the budget of this hour.
  await submit(league, batchOf('late-1', 3, [[daniel], [sofia]]));
  const due = () => database.selectFrom('settlement_due').select('sport').execute();
  await until(async () => (await due()).length === 0);
  await submit(league, batchOf('late-2', 2, [[daniel], [sofia]]));

  const batch = batchOf('last', 30, [
    [mike, sofia],
    [daniel, priya],
  ]);
  const idempotencyKey = 'the-last-match-of-september';
  const answer = await client.matches.submit(batch, { idempotencyKey });
  const voidable = await submit(client, batchOf('to-be-void', 29, [[mike], [daniel]]));

  await askToRegister(stage, 'Nadia');
  const forgotten = await daniel.browser.open(`${origin}/account/password/forgotten`);
  await daniel.browser.submit(forgotten, '/account/password/forgotten', {
    email: emailOf('Sofia'),
  });
  const scope = 'user:profile:read user:rating:read';
  const { authorization_url } = await client.oauth.authorize({ redirect_uri: redirectUri, scope });
  const url = new URL(authorization_url);
  return {
    submitted: { batch, idempotencyKey, answer },
    voidable,
    /** The path of a link to connect that nobody has opened. */
    authorizationPath: `${url.pathname}${url.search}`,
  };
}
