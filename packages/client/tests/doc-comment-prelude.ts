import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import {
  PartnerRatingClient,
  type SessionTokens,
  TokenSession,
  type TokenStore,
} from '../src/index.ts';
import { type ExampleAnswer, ExampleService, example } from '../src/testing/index.ts';
import { type KnownWebhookEvent, signWebhook, verifyWebhook } from '../src/webhooks/index.ts';

const secret = `whsec_${btoa('a secret for these examples alone')}`;

/**
 * The variables that examples in doc comments may use. `error` has the class that the comment
 * documents, and `client` calls `service`.
 */
export async function examplePrelude(documented: string) {
  const service = new ExampleService();
  const baseUrl = 'http://localhost:3001/api/v1';
  const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch: service.fetch });

  const tokens = example('oauth.exchangeToken');
  let stored: SessionTokens | null = { ...tokens, expires_at: Date.now() / 1_000 + 3_600 };
  const store: TokenStore = {
    load: async () => stored,
    save: async (changed) => {
      stored = changed;
    },
  };

  const event = example('events.ratingUpdated') as KnownWebhookEvent;
  const signed = await signWebhook(event, { secret });

  return {
    afterEach: (work: () => void) => work(),
    baseUrl,
    batch: example('matches.submit-request'),
    client,
    code: example('oauth.exchangeToken-request').code,
    code_verifier: example('oauth.exchangeToken-request').code_verifier ?? '',
    error: await errorOf(documented, client, service),
    event,
    expect,
    idempotencyKey: '3a395d47-0d55-4fb1-981e-681bf42e5d68',
    incomingMessage: Object.assign(Readable.from([signed.body]), { headers: signed.headers }),
    member: example('members.get'),
    playerId: tokens.player_id,
    redirect_uri: 'https://courtside.example/callback',
    report: (..._words: unknown[]): void => undefined,
    request: new Request('https://courtside.example/hooks', { method: 'POST', ...signed }),
    secret,
    service,
    session: new TokenSession({ oauth: client.oauth, store }),
    sleep: async (_milliseconds: number): Promise<void> => undefined,
    state: 'kT3nV7x2',
    store,
    tokens,
    tournament: example('matches.importTournament-request'),
    vi,
  };
}

/** Returns an error of the class, like those that the client throws. */
async function errorOf(
  name: string,
  client: PartnerRatingClient,
  service: ExampleService,
): Promise<unknown> {
  const answers: Record<string, ExampleAnswer<'matches.submit'>> = {
    AuthenticationError: { status: 401 },
    ConflictError: 'error-match_conflict',
    ConnectionError: new TypeError('fetch failed'),
    NotFoundError: { status: 404, body: example('error-not_found') },
    PermissionError: { status: 403 },
    RateLimitError: { status: 429 },
    TimeoutError: () => new Promise(() => {}),
    ValidationError: 'error-validation_failed',
  };
  service.answer('matches.submit', answers[name] ?? { status: 500 });
  service.answer('oauth.refresh', 'oauth-error-invalid_grant-refresh');
  const failing: Record<string, () => Promise<unknown>> = {
    OAuthError: () => client.oauth.refresh(example('oauth.refresh-request')),
    WebhookVerificationError: () => verifyWebhook({ headers: {}, body: '' }, { secret }),
  };
  const submit = () =>
    client.matches.submit(example('matches.submit-request'), { timeoutMs: 20, maxRetries: 0 });
  const error = await (failing[name] ?? submit)().catch((thrown: unknown) => thrown);
  service.reset();
  return error;
}
