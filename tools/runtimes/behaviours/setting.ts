import type * as client from '@partner-rating/client';
import type * as operations from '@partner-rating/client/operations';
import type * as testing from '@partner-rating/client/testing';
import type * as webhooks from '@partner-rating/client/webhooks';
import type * as ratings from '@partner-rating/ratings';

/** The packages, as a runtime has loaded them. */
export type Library = typeof client &
  typeof operations &
  typeof testing &
  typeof webhooks & { ratings: typeof ratings };

/** With what a player who has just consented to everything was sent back. */
export interface Consent {
  code: string;
  code_verifier: string;
  redirect_uri: string;
}

/** A service or its mock, and what a behaviour has to know of it. */
export interface Service {
  /** Where it is reached. */
  baseUrl: string;
  apiKey: string;
  /** The key of an application that no player is connected to. */
  strangersKey: string;
  /** Players who are connected, are rated in pickleball and let their matches be submitted. */
  players: [string, string, string, string];
  /** Where webhooks may be sent to; a GET gives the last one that came. */
  webhookUrl: string;
  consent: Consent;
}

/** What the rating model gives in Node, as JSON, which keeps every bit of a number. */
export interface ModelResults {
  skills: string;
  prediction: string;
}

/** Where a runtime finds what its behaviours speak to. */
export interface Setting {
  mock: Service;
  service: Service;
  /** The origin of a server that misbehaves, and that of the host its redirects lead to. */
  misbehaving: { origin: string; elsewhere: string };
  model: ModelResults;
}

/** Each promise, and how it is put to the test: the function rejects where it is not kept. */
export type Behaviours<Target> = Record<
  string,
  (library: Library, target: Target) => Promise<void>
>;

/** What became of the behaviours, by what they spoke to. */
export interface Outcomes {
  /** By the promise: null where it is kept, else what went wrong. */
  promises: Record<string, Record<string, string | null>>;
  /** The operations of the mock and of the service that succeeded. */
  operations: Record<string, string[]>;
}
