import type { AuditAction } from '@partner-rating/service/src/platform/audit/store/audit.ts';

const REFRESH_LIFETIME = 90 * 86_400_000;

/** A token or code of the service, and what it allows. */
export interface KnownToken {
  value: string;
  partner: number;
  player: number;
  scopes: string[];
  expiresAt: number;
  /** The code it comes from. Revoking one member of the family revokes all. */
  family: number;
  isRevoked: boolean;
}

export interface KnownRefreshToken extends KnownToken {
  /** When it was exchanged, and for which tokens. */
  usedAt: number | null;
  successor: KnownRefreshToken | null;
}

/** The service's token response. */
export interface TokenBody {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string[];
}

export interface KnownMatch {
  id: string;
  partner: number;
  sport: string;
  identifier: string;
  players: string[];
  isVoided: boolean;
}

/** The scopes that a player granted to a partner from a time on. Null means none. */
export interface GrantChange {
  partner: number;
  player: number;
  scopes: string[] | null;
  at: number;
}

/** A key in addition to the partner's first one. */
export interface KnownKey {
  id: string;
  value: string;
  partner: number;
  scope: string;
  expiresAt: number | null;
  isRevoked: boolean;
}

export type TeamRole = 'owner' | 'developer';

/** A token for programs that call operations of the operators' document. */
export interface KnownOperatorToken {
  id: string;
  value: string;
  role: 'support' | 'admin';
  expiresAt: number;
  isRevoked: boolean;
}

/** An endpoint of a partner. */
export interface KnownEndpoint {
  id: string;
  partner: number;
  url: string;
  /** Null means every event. */
  events: string[] | null;
  /** Since when it has this state. */
  setAt: number;
  endedAt: number | null;
}

/** What an operator did on a page, or a log-in. */
export interface KnownAct {
  operator: string;
  action: AuditAction;
  /** How many times it was done. Unknown if the service crashed during it. */
  atLeast: number;
  atMost: number;
}

/** How far an application has read the rating updates. */
interface Followed {
  /** The time of the last update it has read. Null before the first. */
  since: string | null;
  /** The updates it has read. */
  seen: Set<string>;
}

/** The expected state, derived only from responses. It never reads the service's database. */
export class Model {
  /** By `partner player`: the scopes that a player has granted. */
  readonly grants = new Map<string, string[]>();
  readonly accessTokens: KnownToken[] = [];
  readonly refreshTokens: KnownRefreshToken[] = [];
  matches: KnownMatch[] = [];
  /** Acknowledged responses to results: `match member` and the response. */
  readonly responses = new Map<string, string>();
  readonly suspended = new Set<number>();
  suspensions: { partner: number; isSuspended: boolean; at: number }[] = [];
  readonly locked = new Set<number>();
  readonly erased = new Set<number>();
  readonly hidden = new Set<number>();
  grantChanges: GrantChange[] = [];
  endpoints: KnownEndpoint[] = [];
  keys: KnownKey[] = [];
  readonly operatorTokens: KnownOperatorToken[] = [];
  /** Which people work for which partner on the console. */
  teams: { partner: number; accountId: string; role: TeamRole }[] = [];
  /** The mails that somebody asked for, with the address or the person that they count for. */
  readonly requestedMails: { who: string; at: number }[] = [];
  /** The address of the player's share page. Null or missing without one. */
  readonly shared = new Map<number, string | null>();
  /** Every address a share page ever had, and its owner. */
  readonly sharedPages = new Map<string, number>();
  /** What each player selected last. */
  readonly sharedItems = new Map<number, readonly string[]>();
  /** What operators did on their pages. */
  readonly acts: KnownAct[] = [];
  /** Matches of deleted partners. */
  readonly orphans: KnownMatch[] = [];
  readonly #followed = new Map<number, Followed>();
  families = 0;

  followed(partner: number): Followed {
    const followed = this.#followed.get(partner) ?? { since: null, seen: new Set() };
    this.#followed.set(partner, followed);
    return followed;
  }

  /** Adds a match that a report stored. A repeated report stores none. */
  addMatch(
    { id, duplicateOf }: { id: string | null; duplicateOf?: string },
    match: Omit<KnownMatch, 'id' | 'isVoided'>,
  ): void {
    if (id !== null && duplicateOf !== 'own') this.matches.push({ ...match, id, isVoided: false });
  }

  /**
   * Adds the tokens of a response. Returns the refresh token, which may have more scopes than the
   * access token.
   */
  addTokens(
    owner: Pick<KnownToken, 'partner' | 'player' | 'family'>,
    { body, scopes }: { body: TokenBody; scopes: string[] },
    now: number,
  ): KnownRefreshToken {
    const isRevoked = false;
    const expiresAt = now + body.expires_in * 1_000;
    const access = { value: body.access_token, scopes: body.scope, expiresAt };
    this.accessTokens.push({ ...owner, ...access, isRevoked });
    const refresh = { value: body.refresh_token, scopes, expiresAt: now + REFRESH_LIFETIME };
    const known = { ...owner, ...refresh, usedAt: null, successor: null, isRevoked };
    this.refreshTokens.push(known);
    return known;
  }

  /** The role of a person in a partner's team, or null. */
  teamRole(partner: number, accountId: string): TeamRole | null {
    const found = this.teams.find((one) => one.partner === partner && one.accountId === accountId);
    return found?.role ?? null;
  }

  leaveTeam(partner: number, accountId: string): void {
    this.teams = this.teams.filter((one) => one.partner !== partner || one.accountId !== accountId);
  }

  grantOf(partner: number, player: number): string[] | null {
    return this.grants.get(keyOf(partner, player)) ?? null;
  }

  /** All current connections. */
  grantsNow(): { partner: number; player: number; scopes: string[] }[] {
    return [...this.grants].map(([key, scopes]) => {
      const [partner = 0, player = 0] = key.split(' ').map(Number);
      return { partner, player, scopes };
    });
  }

  grant(partner: number, player: number, scopes: readonly string[], at: number): void {
    this.grants.set(keyOf(partner, player), [...scopes]);
    this.grantChanges.push({ partner, player, scopes: [...scopes], at });
  }

  disconnect(partner: number, player: number, at: number): void {
    this.grants.delete(keyOf(partner, player));
    this.grantChanges.push({ partner, player, scopes: null, at });
    this.revokeWhere((token) => token.partner === partner && token.player === player);
  }

  suspend(partner: number, isSuspended: boolean, at: number): void {
    this.suspensions.push({ partner, isSuspended, at });
    if (isSuspended) this.suspended.add(partner);
    else this.suspended.delete(partner);
  }

  /** Whether a partner may have been suspended at that time. */
  wasSuspended(partner: number, at: number): boolean {
    const changes = this.suspensions.filter((change) => change.partner === partner);
    const before = changes.findLast((change) => change.at < at)?.isSuspended ?? false;
    return before || changes.some((change) => change.at === at);
  }

  /** The endpoints of a partner, oldest first. */
  endpointsOf(partner: number): KnownEndpoint[] {
    return this.endpoints.filter((one) => one.partner === partner && one.endedAt === null);
  }

  /** Where a partner receives events now. */
  urlsOf(partner: number): string[] {
    return this.endpointsOf(partner).map(({ url }) => url);
  }

  /**
   * The scopes that a player may have granted to a partner at that time. Several if they changed at
   * that time.
   */
  grantsAt(partner: number, player: number, at: number): (string[] | null)[] {
    const changes = this.grantChanges.filter(
      (change) => change.partner === partner && change.player === player && change.at <= at,
    );
    const before = changes.findLast((change) => change.at < at)?.scopes ?? null;
    return [before, ...changes.filter((change) => change.at === at).map(({ scopes }) => scopes)];
  }

  revokeWhere(isMeant: (token: KnownToken) => boolean): void {
    for (const token of [...this.accessTokens, ...this.refreshTokens]) {
      if (isMeant(token)) token.isRevoked = true;
    }
  }

  /** The scopes of an access token now, or null if it must be refused. */
  scopesOf(token: KnownToken, now: number): string[] | null {
    const granted = this.grantOf(token.partner, token.player);
    const isLive = !token.isRevoked && token.expiresAt > now && granted !== null;
    if (!isLive) return null;
    return token.scopes.filter((scope) => granted.includes(scope));
  }

  /** Deletes a partner and everything known about it. Another partner gets its number. */
  endPartner(partner: number, at: number): void {
    const isOther = (one: { partner: number }) => one.partner !== partner;
    for (const grant of this.grantsNow()) {
      if (grant.partner === partner) this.disconnect(partner, grant.player, at);
    }
    this.revokeWhere((token) => token.partner === partner);
    this.orphans.push(...this.matches.filter((match) => match.partner === partner));
    this.matches = this.matches.filter(isOther);
    this.grantChanges = this.grantChanges.filter(isOther);
    this.endpoints = this.endpoints.filter(isOther);
    this.keys = this.keys.filter(isOther);
    this.teams = this.teams.filter(isOther);
    this.suspensions = this.suspensions.filter(isOther);
    this.suspended.delete(partner);
    this.#followed.delete(partner);
  }

  erase(player: number, at: number): void {
    this.erased.add(player);
    for (const grant of this.grantsNow()) {
      if (grant.player === player) this.disconnect(grant.partner, player, at);
    }
  }
}

/** Whether the endpoint, as it is now, already received events of this type at that time. */
export function isReceiving(
  { events, setAt, endedAt }: KnownEndpoint,
  type: string,
  at: number,
): boolean {
  const isOpen = setAt < at && (endedAt === null || at < endedAt);
  return isOpen && (events?.includes(type) ?? true);
}

const keyOf = (partner: number, player: number) => `${partner} ${player}`;
