import type { AuditAction } from '@partner-rating/service/src/platform/audit/store/audit.ts';

const REFRESH_LIFETIME = 90 * 86_400_000;

/** A token or code that the service gave, and what it may do. */
export interface KnownToken {
  value: string;
  partner: number;
  player: number;
  scopes: string[];
  expiresAt: number;
  /** The code it descends from: what revokes one of a family revokes all. */
  family: number;
  isRevoked: boolean;
}

export interface KnownAccessToken extends KnownToken {
  /** The key without which it is of no use; null where there is none. */
  key: number | null;
}

export interface KnownRefreshToken extends KnownToken {
  /** When it was exchanged, with the proof of which key, and for which tokens. */
  usedAt: number | null;
  usedWith: number | null;
  successor: KnownRefreshToken | null;
}

/** What the service answers with tokens. */
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

/** What a player granted a partner from a moment on; null for nothing. */
export interface GrantChange {
  partner: number;
  player: number;
  scopes: string[] | null;
  at: number;
}

/** A key beside those that a partner has from the beginning. */
export interface KnownKey {
  id: string;
  value: string;
  partner: number;
  scope: string;
  expiresAt: number | null;
  isRevoked: boolean;
}

export type TeamRole = 'owner' | 'developer';

/** A token with which a program calls operations of operators. */
export interface KnownOperatorToken {
  id: string;
  value: string;
  role: 'support' | 'admin';
  expiresAt: number;
  isRevoked: boolean;
}

/** Where a partner receives events. */
export interface KnownEndpoint {
  id: string;
  partner: number;
  url: string;
  /** Null for every event. */
  events: string[] | null;
  /** Since when it is as it is. */
  setAt: number;
  endedAt: number | null;
}

/** What an operator did by a page, or by logging in. */
export interface KnownAct {
  operator: string;
  action: AuditAction;
  /** How often it was done: not to be known where the service died meanwhile. */
  atLeast: number;
  atMost: number;
}

/** How far an application has followed the rating updates. */
interface Followed {
  /** When the last one was that it has read; null before the first. */
  since: string | null;
  /** Which ones it has read. */
  seen: Set<string>;
}

/**
 * What must hold, as far as it follows from what was answered: no row of the service's database is looked at here.
 */
export class Model {
  /** By `partner player`: the scopes that a player has granted. */
  readonly grants = new Map<string, string[]>();
  readonly accessTokens: KnownAccessToken[] = [];
  readonly refreshTokens: KnownRefreshToken[] = [];
  matches: KnownMatch[] = [];
  /** Result answers that were acknowledged: `match member` and what was said. */
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
  /** Who works for which partner at the console. */
  teams: { partner: number; accountId: string; role: TeamRole }[] = [];
  /** The address of the page that a player shares; null or missing where they share none. */
  readonly shared = new Map<number, string | null>();
  /** Every address that such a page ever had, and whose it was. */
  readonly sharedPages = new Map<string, number>();
  /** What each player ticked last. */
  readonly sharedItems = new Map<number, readonly string[]>();
  /** What operators did by their pages. */
  readonly acts: KnownAct[] = [];
  /** Matches of partners that are no more. */
  readonly orphans: KnownMatch[] = [];
  readonly #followed = new Map<number, Followed>();
  families = 0;

  followed(partner: number): Followed {
    const followed = this.#followed.get(partner) ?? { since: null, seen: new Set() };
    this.#followed.set(partner, followed);
    return followed;
  }

  /** Notes a match that a report stored; a repeated report of one's own match stores none. */
  addMatch(
    { id, duplicateOf }: { id: string | null; duplicateOf?: string },
    match: Omit<KnownMatch, 'id' | 'isVoided'>,
  ): void {
    if (id !== null && duplicateOf !== 'own') this.matches.push({ ...match, id, isVoided: false });
  }

  /** Adds the tokens of an answer; gives the refresh token, which may do more than the access token. */
  addTokens(
    owner: Pick<KnownToken, 'partner' | 'player' | 'family'>,
    { body, key, scopes }: { body: TokenBody; key: number | null; scopes: string[] },
    now: number,
  ): KnownRefreshToken {
    const isRevoked = false;
    const expiresAt = now + body.expires_in * 1_000;
    const access = { value: body.access_token, scopes: body.scope, key, expiresAt };
    this.accessTokens.push({ ...owner, ...access, isRevoked });
    const refresh = { value: body.refresh_token, scopes, expiresAt: now + REFRESH_LIFETIME };
    const unused = { usedAt: null, usedWith: null, successor: null };
    const known = { ...owner, ...refresh, ...unused, isRevoked };
    this.refreshTokens.push(known);
    return known;
  }

  /** What a person is in the team of a partner; null if they are not in it. */
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

  /** Each connection that there is. */
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

  /** Whether a partner may have been suspended at a moment. */
  wasSuspended(partner: number, at: number): boolean {
    const changes = this.suspensions.filter((change) => change.partner === partner);
    const before = changes.findLast((change) => change.at < at)?.isSuspended ?? false;
    return before || changes.some((change) => change.at === at);
  }

  /** The endpoints of a partner, the first made first. */
  endpointsOf(partner: number): KnownEndpoint[] {
    return this.endpoints.filter((one) => one.partner === partner && one.endedAt === null);
  }

  /** Where a partner receives events now. */
  urlsOf(partner: number): string[] {
    return this.endpointsOf(partner).map(({ url }) => url);
  }

  /** What a player may have granted a partner at a moment: several, where it changed at that moment. */
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

  /** What an access token may do now; null where it must be refused. */
  scopesOf(token: KnownToken, now: number): string[] | null {
    const granted = this.grantOf(token.partner, token.player);
    const isLive = !token.isRevoked && token.expiresAt > now && granted !== null;
    if (!isLive) return null;
    return token.scopes.filter((scope) => granted.includes(scope));
  }

  /** A partner is no more, and all that is known of it is over: another one has its number from now on. */
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

/** Whether an endpoint, as it is now, received events of this type at a moment already. */
export function isReceiving(
  { events, setAt, endedAt }: KnownEndpoint,
  type: string,
  at: number,
): boolean {
  const isOpen = setAt < at && (endedAt === null || at < endedAt);
  return isOpen && (events?.includes(type) ?? true);
}

const keyOf = (partner: number, player: number) => `${partner} ${player}`;
