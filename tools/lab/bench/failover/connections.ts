import { type Page, UserAgent } from '@partner-rating/browser';
import type { DemonstrationFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';

// What matches and webhooks need is always allowed.
const ALWAYS = [
  'user:profile:read',
  'user:rating:read',
  'user:match:submit',
  'user:webhook:subscribe',
];
const SCOPES = [ALWAYS, [...ALWAYS, 'user:rating:history']];

type CountStatus = (status: number | string) => void;

/** A player whose browser is logged in. */
interface Player {
  id: string;
  browser: UserAgent;
  isBusy: boolean;
  consents: number;
  /** The scopes of the latest acknowledged consent; null if a later consent was not acknowledged. */
  scopes: readonly string[] | null;
}

/** Players who change what the partner may do, each time with a new consent and new tokens. */
export class Connections {
  /** The access tokens that the partner was given. */
  readonly accessTokens: string[] = [];
  readonly #players: Player[] = [];
  readonly #facts: DemonstrationFacts;
  readonly #baseUrls: readonly string[];
  readonly #countStatus: CountStatus;

  constructor(facts: DemonstrationFacts, baseUrls: readonly string[], countStatus: CountStatus) {
    this.#facts = facts;
    this.#baseUrls = baseUrls;
    this.#countStatus = countStatus;
  }

  /** Logs all players of the demonstration in. */
  async logIn(): Promise<void> {
    for (const { id, email, password } of this.#facts.logIns) {
      const browser = new UserAgent();
      const page = await browser.open(this.#authorizePage(0, SCOPES[0] ?? []));
      const { status } = await browser.submit(page, '/connect/log-in', { email, password });
      if (status !== 200) throw new Error(`The log-in of ${email} was answered with ${status}.`);
      this.#players.push({ id, browser, isBusy: false, consents: 0, scopes: null });
    }
  }

  /** One player consents to other scopes than before. Does nothing while the player's former request runs. */
  async connect(index: number): Promise<void> {
    const player = this.#players[index % this.#players.length];
    if (player === undefined || player.isBusy) return;
    player.isBusy = true;
    try {
      await this.#consent(player, index % this.#baseUrls.length);
    } catch (error) {
      this.#countStatus(`no answer (${error instanceof Error ? error.message : error})`);
    } finally {
      player.isBusy = false;
    }
  }

  async #consent(player: Player, instance: number): Promise<void> {
    const { browser, consents } = player;
    const scopes = SCOPES[consents % SCOPES.length] ?? [];
    const page = this.#counted(await browser.open(this.#authorizePage(instance, scopes)));
    if (page.status !== 200) return;
    player.scopes = null;
    player.consents += 1;
    const returned = this.#counted(
      await browser.submit(page, '/connect/consent', { decision: 'allow' }),
    );
    const code = new URL(returned.url).searchParams.get('code');
    if (code === null) return;
    player.scopes = scopes;
    const response = await fetch(`${this.#baseUrls[instance]}/partner/oauth/token`, {
      method: 'POST',
      headers: { 'x-api-key': this.#facts.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ code, redirect_uri: this.#facts.redirectUri }),
    });
    const text = await response.text();
    this.#countStatus(response.status);
    if (response.status !== 200) return;
    this.accessTokens.push((JSON.parse(text) as { access_token: string }).access_token);
  }

  /** Returns what was acknowledged and is not there, one sentence each. */
  async findErrors(database: Database): Promise<string[]> {
    const errors: string[] = [];
    for (const accessToken of this.accessTokens) {
      const response = await fetch(`${this.#baseUrls[0]}/partner/member`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      await response.arrayBuffer();
      if (response.status !== 200) errors.push(`A token is answered with ${response.status}.`);
    }
    const { clientId } = this.#facts;
    const connections = await database
      .selectFrom('connection')
      .innerJoin('application', 'application.id', 'connection.application_id')
      .select(['connection.member_id', 'connection.scopes'])
      .where('application.client_id', '=', clientId)
      .execute();
    for (const { id, scopes } of this.#players) {
      const stored = connections.find(({ member_id: memberId }) => memberId === id)?.scopes;
      if (scopes !== null && stored?.toSorted().join() !== scopes.toSorted().join()) {
        errors.push(`${id} allowed ${scopes.join(' ')}, and ${stored?.join(' ')} is stored.`);
      }
    }
    return errors;
  }

  #authorizePage(instance: number, scopes: readonly string[]): string {
    const query = new URLSearchParams({
      client_id: this.#facts.clientId,
      redirect_uri: this.#facts.redirectUri,
      response_type: 'code',
      scope: scopes.join(' '),
    });
    return `${this.#baseUrls[instance]}/partner/oauth/authorize?${query}`;
  }

  /** Counts a redirect to the partner as what it says: a code, or in an outage `temporarily_unavailable` (RFC 6749). */
  #counted(page: Page): Page {
    const { searchParams } = new URL(page.url);
    const isRefused = searchParams.get('error') === 'temporarily_unavailable';
    this.#countStatus(searchParams.has('code') ? 200 : isRefused ? 503 : page.status);
    return page;
  }
}
