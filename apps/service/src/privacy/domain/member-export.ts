import type { Schemas } from '@partner-rating/server';

/** What the exported file is, so that a reader of later ones knows which it has. */
export const EXPORT_FORMAT = 'partner-rating-export-1';

/**
 * Everything about one person, as one JSON file. Moments are RFC 3339 in UTC. Later files of this
 * format may have more fields.
 */
export interface MemberExport {
  format: typeof EXPORT_FORMAT;
  exportedAt: string;
  profile: ExportedProfile;
  /** How they log in; null for a ghost, who does not. */
  account: ExportedAccount | null;
  /** Browsers in which they logged in, which are known by that. */
  rememberedBrowsers: ExportedBrowser[];
  /** The page of ratings that they show to who has its address; null where they show none. */
  sharedPage: { address: string; sharedAt: string; items: string[]; isListed: boolean } | null;
  /** Every application ever connected. */
  connections: ExportedConnection[];
  ratings: ExportedRating[];
  /** Every change of a rating, the latest first. */
  ratingHistory: Schemas.RatingHistoryEntry[];
  /** Every result that names them or one of their ghosts, the earliest stored first. */
  matches: ExportedMatch[];
  /** What the audit says of them, the earliest first. */
  auditEntries: ExportedAuditEntry[];
  /** The events about them that are kept, without what they said, the earliest first. */
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
  /** What a tournament knew of a ghost's age. */
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
  /** Ghosts that turned out to be them, as tournaments named them. */
  claimedGhosts: ExportedGhost[];
  /** What tournaments said under their proven address that they have not claimed: of their own name, or selected. */
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
  /** When they proved the e-mail address; null where they have not. */
  emailProvenAt: string | null;
  /** Since when two-step verification is on; null where it is off. */
  secondFactor: { enabledAt: string; recoveryCodesLeft: number } | null;
  /** The mails about matches: whether they want them, null if they never chose, and when the last one was sent. */
  mails: { kind: string; isWanted: boolean | null; lastSentAt: string | null }[];
  sessions: {
    loggedInAt: string;
    lastUsedAt: string;
    expiresAt: string;
    /** How the browser named itself. */
    userAgent: string | null;
  }[];
}

/** An application, as its players know it. */
export interface ExportedApplication {
  clientId: string;
  name: string;
}

export interface ExportedConnection {
  application: ExportedApplication;
  /** What they allowed last. */
  scopes: string[];
  connectedAt: string;
  changedAt: string;
  /** Null while it lasts. */
  endedAt: string | null;
  /** When the application last read their data by it, to the minute. */
  lastUsedAt: string | null;
}

export interface ExportedRating {
  sport: string;
  bracket: string;
  R: number;
  reliability: number;
  games: number;
  /** Null where it is not known, in ratings from before it was. */
  lastPlayedAt: string | null;
  updatedAt: string;
}

export interface ExportedMatch {
  id: string;
  reportedBy: ExportedApplication;
  reportedAt: string;
  sport: string;
  playedAt: string;
  /** The bracket keys it counted for. */
  brackets: string[];
  teams: { displayName: string; isYou: boolean }[][];
  /** How it ended: completed, retired, walkover, defaulted, timed, drawn or abandoned. */
  outcome: string;
  /** The team that won, 0 for the first; null where nobody did or it is not known. */
  winner: number | null;
  /** `isRated` is false of a game that counts for nothing, such as one that was not finished. */
  games: { scores: number[]; isRated: boolean }[];
  event: string | null;
  location: string | null;
  /**
   * `confirmed` results move their rating, `unconfirmed` ones do not; `voided`, `held` and `duplicate` reports move
   * nobody's.
   */
  status: 'confirmed' | 'unconfirmed' | 'voided' | 'held' | 'duplicate';
  /**
   * What they answered to the result: `confirmed`, `denied`, `disputed`; and why an operator decided that it stands
   * against that.
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
  /** What else was recorded, without what an operator noted for themselves, such as the reason of a lock. */
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
