/** A database full of players, and the partner application that asks for them. */
export interface Dataset {
  databaseUrl: string;
  members: number;
  applicationId: string;
  clientId: string;
  /** A key of the application, with every key scope; one player in five is connected to it. */
  apiKey: string;
}

/** The sizes that goals are set for, or the least that go through all of a benchmark. */
export type Length = 'full' | 'short';

/** What a benchmark is given. It returns its figures and does not print them. */
export interface BenchmarkContext {
  /** Which of its sizes a benchmark takes. A short run shows only that the benchmark runs. */
  length: Length;
  /** The dataset of the size asked for. A benchmark that writes takes a copy. */
  dataset: Dataset;
  /** The dataset of another size, built on first use. */
  openDataset: (members: number) => Promise<Dataset>;
  /** A copy of its own for a benchmark that writes. */
  copyDataset: (dataset: Dataset) => Promise<Dataset>;
  /** The address of an empty database of its own. */
  createDatabase: () => Promise<string>;
  /** Says how far a long benchmark is. */
  log: (line: string) => void;
}

/** One measured number, as a rule a ratio of two things measured side by side. */
export interface Figure {
  /** What was measured against what: `rank / count(*): times faster`. */
  name: string;
  value: number;
  /** What it must reach; left out where the number is only shown. */
  goal?: { atLeast: number } | { atMost: number };
  /** The number of members from which on the goal means anything; every size where left out. */
  goalFrom?: number;
  /** Whether the goal holds for a short run too, since it is about answers and not about speed. */
  isAlwaysJudged?: true;
}

export type Benchmark = (context: BenchmarkContext) => Promise<Figure[]>;

/** Where a goal of the large size holds. */
export const LARGE = 1_000_000;
