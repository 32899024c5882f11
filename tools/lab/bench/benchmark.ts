import type { Figure } from '@partner-rating/figures';

export type { Figure } from '@partner-rating/figures';

/** A database with many players, and the partner application that sends the requests. */
export interface Dataset {
  databaseUrl: string;
  members: number;
  applicationId: string;
  clientId: string;
  /** A key of the application with every key scope. One player in five is connected to it. */
  apiKey: string;
}

/** Sizes for which goals are set, or the smallest that run every part of a benchmark. */
export type Length = 'full' | 'short';

/** The input of a benchmark. A benchmark returns its figures and does not print them. */
export interface BenchmarkContext {
  /** Which sizes to use. A short run only shows that the benchmark works. */
  length: Length;
  /** The dataset of the configured size. A benchmark that writes takes a copy. */
  dataset: Dataset;
  /** A dataset of another size, built on first use. */
  openDataset: (members: number) => Promise<Dataset>;
  /** A copy for a benchmark that writes. */
  copyDataset: (dataset: Dataset) => Promise<Dataset>;
  /** The URL of a new empty database. */
  createDatabase: () => Promise<string>;
  /** Reports the progress of a long benchmark. */
  log: (line: string) => void;
}

export type Benchmark = (context: BenchmarkContext) => Promise<Figure[]>;

/** Where a goal for large datasets counts. */
export const LARGE = 1_000_000;
