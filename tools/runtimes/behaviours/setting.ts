import type * as client from '@partner-rating/client';
import type * as operations from '@partner-rating/client/operations';
import type * as testing from '@partner-rating/client/testing';
import type * as webhooks from '@partner-rating/client/webhooks';
import type * as ratings from '@partner-rating/ratings';

/** The packages, as loaded by a runtime. */
export type Library = typeof client &
  typeof operations &
  typeof testing &
  typeof webhooks & { ratings: typeof ratings };

/** The values with which a player returned after granting every scope. */
export interface Consent {
  code: string;
  code_verifier: string;
  redirect_uri: string;
}

/** A service or its mock, with the data that behaviours need. */
export interface Service {
  /** The address of the service or the mock. */
  baseUrl: string;
  apiKey: string;
  /** The key of an application without connected players. */
  strangersKey: string;
  /** Connected players with a pickleball rating who allow submitting their matches. */
  players: [string, string, string, string];
  /** A webhook receiver; a GET returns the last webhook. */
  webhookUrl: string;
  consent: Consent;
}

/** The results of the rating model in Node, as JSON, which keeps every bit of a number. */
export interface ModelResults {
  skills: string;
  prediction: string;
}

/** The servers for the behaviours in a runtime. */
export interface Setting {
  mock: Service;
  service: Service;
  /** The origin of the misbehaving server, and the origin of its redirects. */
  misbehaving: { origin: string; elsewhere: string };
  model: ModelResults;
}

/** Each promise and its test, a function that rejects if the promise is broken. */
export type Behaviours<Target> = Record<
  string,
  (library: Library, target: Target) => Promise<void>
>;

/** The outcomes of the behaviours, by the server that they called. */
export interface Outcomes {
  /** By promise: null if it is kept, or else the error. */
  promises: Record<string, Record<string, string | null>>;
  /** The operations that succeeded on the mock and on the service. */
  operations: Record<string, string[]>;
}
