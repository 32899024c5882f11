import type { Schemas } from '@partner-rating/server';

/** The format of the exported file, so that a reader can tell versions apart. */
export const EXPORT_FORMAT = 'partner-rating-export-1';

/**
 * Everything about one person, as one JSON file. Times are RFC 3339 in UTC. Later files of this format may have more
 * fields.
 */
export interface MemberExport {
  format: typeof EXPORT_FORMAT;
  exportedAt: string;
  profile: ExportedProfile;
  /** How the person logs in; null for a ghost, a member without an account. */
  account: ExportedAccount | null;
  /** Browsers in which the person logged in, and which the service therefore knows. */
  rememberedBrowsers: ExportedBrowser[];
  /** The page of ratings that the person shares by its address; null if there is none. */
  sharedPage: { address: string; sharedAt: string; items: string[]; isListed: boolean } | null;
  /** Every application that was ever connected. */
  connections: ExportedConnection[];
  ratings: ExportedRating[];
  /** Every change of a rating, the latest first. */
  ratingHistory: Schemas.RatingHistoryEntry[];
  /** Every result that names the person or one of their ghosts, in the order in which they were stored. */
  matches: ExportedMatch[];
  /** The audit entries about the person, the earliest first. */
  auditEntries: ExportedAuditEntry[];
  /** The stored events about the person, without their data, the earliest first. */
  webhookEvents: ExportedEvent[];
}

export interface ExportedProfile {
  id: string;
  memberId: number;
  firstName: string;
  lastName: string;
  displayName: string;
  email: string | null;
  /** A calendar date, `YYYY-MM-DD`. */
  birthDate: string | null;
  /** The age of a ghost, as the tournament reported it. */
  birthYear: number | null;
  gender: Schemas.Gender;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  isVairified: boolean;
  isWheelchair: boolean;
  isGhost: boolean;
  isDiscoverable: boolean;
  createdAt: string;
  /** The ghosts that the person claimed, as tournaments named them. */
  claimedGhosts: ExportedGhost[];
  /** Unclaimed ghosts that tournaments reported under the confirmed address: with the person's name, or selected. */
  reportedGhosts: ExportedGhost[];
}

export type ExportedGhost = Pick<
  ExportedProfile,
  | 'id'
  | 'memberId'
  | 'firstName'
  | 'lastName'
  | 'birthYear'
  | 'gender'
  | 'city'
  | 'state'
  | 'createdAt'
>;

export interface ExportedAccount {
  createdAt: string;
  passwordChangedAt: string;
  /** When the person confirmed the email address; null if they have not. */
  emailProvenAt: string | null;
  /** Since when two-step verification is on; null if it is off. */
  secondFactor: { enabledAt: string; recoveryCodesLeft: number } | null;
  /** Emails about matches: whether the person wants them (null if they never chose), and when the last one was sent. */
  mails: { kind: string; isWanted: boolean | null; lastSentAt: string | null }[];
  sessions: {
    loggedInAt: string;
    lastUsedAt: string;
    expiresAt: string;
    /** The browser's own name. */
    userAgent: string | null;
  }[];
}

/** An application, as players see it. */
export interface ExportedApplication {
  clientId: string;
  name: string;
}

export interface ExportedConnection {
  application: ExportedApplication;
  /** The scopes that the person granted last. */
  scopes: string[];
  connectedAt: string;
  changedAt: string;
  /** Null while the connection lasts. */
  endedAt: string | null;
  /** When the application last read the person's data, to the minute. */
  lastUsedAt: string | null;
}

export interface ExportedRating {
  sport: string;
  bracket: string;
  R: number;
  reliability: number;
  games: number;
  /** Null if unknown, in ratings from before it was stored. */
  lastPlayedAt: string | null;
  updatedAt: string;
}

export interface ExportedMatch {
  id: string;
  reportedBy: ExportedApplication;
  reportedAt: string;
  sport: string;
  playedAt: string;
  /** The keys of the brackets in which it counted. */
  brackets: readonly string[];
  teams: { displayName: string; isYou: boolean }[][];
  /** How it ended: completed, retired, walkover, defaulted, timed, drawn or abandoned. */
  outcome: string;
  /** The team that won, 0 for the first; null if no team won or it is unknown. */
  winner: number | null;
  /** `isRated` is false for a game that does not count, such as an unfinished one. */
  games: { scores: number[]; isRated: boolean }[];
  event: string | null;
  location: string | null;
  /**
   * `confirmed` results move the person's rating, and `unconfirmed` ones do not. `voided`, `held`, and `duplicate` reports
   * move nobody's rating.
   */
  status: 'confirmed' | 'unconfirmed' | 'voided' | 'held' | 'duplicate';
  /**
   * The person's answer to the result: `confirmed`, `denied`, or `disputed`; and why an operator decided that the result is
   * right nevertheless.
   */
  responses: {
    response: string;
    respondedAt: string;
    upheldAt?: string;
    upholdingReason?: string;
  }[];
}

export interface ExportedAuditEntry {
  occurredAt: string;
  actor: 'player' | 'partner' | 'operator' | 'service';
  action: string;
  application: ExportedApplication | null;
  /** Other recorded details, without the operator's own notes, such as the reason of a lock. */
  details: Record<string, unknown> | null;
}

export interface ExportedEvent {
  type: string;
  application: ExportedApplication;
  createdAt: string;
  status: 'pending' | 'success' | 'failed';
  completedAt: string | null;
}

export interface ExportedBrowser {
  firstLoggedInAt: string;
  rememberedUntil: string;
}
