import { UserAgent } from '@partner-rating/browser';
import { password } from './people.ts';
import type { Recorder } from './recorder.ts';

export const callback = 'https://courtside.example/callback';

interface Player {
  email: string;
}

/** Logs the player in, allows every requested scope, and returns the code in the redirect. */
export async function consent(authorizationUrl: string, { email }: Player): Promise<string> {
  const browser = new UserAgent();
  const logIn = await browser.open(authorizationUrl);
  const page = await browser.submit(logIn, '/connect/log-in', { email, password });
  const returned = await browser.submit(page, '/connect/consent', { decision: 'allow' });
  const code = new URL(returned.url).searchParams.get('code');
  if (code === null) throw new Error(`The redirect has no code: ${returned.url}`);
  return code;
}

/**
 * Returns the code of a player's consent to these scopes. The player starts at the partner's link.
 */
export async function codeFor(
  recorder: Recorder,
  player: Player,
  scopes: readonly string[],
): Promise<string> {
  const query = new URLSearchParams({
    client_id: 'courtside-club',
    redirect_uri: callback,
    response_type: 'code',
    scope: scopes.join(' '),
  });
  return await consent(`${recorder.baseUrl}/partner/oauth/authorize?${query}`, player);
}

/** The player disconnects the partner on the account page. */
export async function disconnect(recorder: Recorder, player: Player): Promise<void> {
  const { publicUrl } = recorder.environment.dependencies;
  const browser = await openAccount(recorder, player);
  const page = await browser.open(`${publicUrl}/account/disconnect?application=courtside-club`);
  await browser.submit(page, '/account/disconnect', {});
}

/** The player confirms or disputes a result on the page of all matches. */
export async function answerResult(
  recorder: Recorder,
  player: Player,
  { matchId, answer }: { matchId: string; answer: 'confirm' | 'deny' | 'dispute' },
): Promise<void> {
  const { publicUrl } = recorder.environment.dependencies;
  const browser = await openAccount(recorder, player);
  const page = await browser.open(`${publicUrl}/account/matches`);
  const reason = answer === 'deny' ? 'not_played' : 'wrong_score';
  await browser.submit(page, '/account/results', { match: matchId, answer, reason });
}

async function openAccount(recorder: Recorder, { email }: Player): Promise<UserAgent> {
  const { publicUrl } = recorder.environment.dependencies;
  const browser = new UserAgent();
  const logIn = await browser.open(`${publicUrl}/account`);
  await browser.submit(logIn, '/account/log-in', { email, password });
  return browser;
}
